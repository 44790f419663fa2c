"""Portuguese phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="pt",
    letter_words="a|e|é|o|à|ó",
    markers="""resposta|opção|correta|não|escolho|é|são|uma|um|da|na|por|para|mas|porque|imagem|
        portanto|pergunta|seria|dica|está|os|nem|achado|fim|ou|alternativa correta|incorreta|sim|
        posso|acho|ambas|compatível|que|com|questão""",
    tables={
        "cue": """resposta|a resposta|resposta correta|a resposta correta|resposta final|
            minha resposta|opção correta|a opção correta|alternativa correta|a correta|
            melhor resposta|melhor opção|gabarito|solução|diagnóstico|conclusão|
            diagnóstico mais provável|minha escolha|escolha|a alternativa correta|resposta certa|
            a certa|letra correta|opção escolhida|a mais provável""",
        "pick": """escolho|eu escolho|seleciono|opto por|fico com|marco|escolheria|eu diria|diria|
            respondo|voto em|inclino-me para|escolha|assinalo|concluo|aposto em|prefiro|mantenho|
            mudo minha resposta para|vou de|vou com|assinale|selecionaria""",
        "negation": """não|não é|nem|sem|em vez de|ao invés de|exceto|salvo|descarta|descartar|
            exclui|nenhuma|nenhum|nunca|tampouco|contra|ausência de|diferente de|descarto|afasta|
            excluindo""",
        "safe": "sem dúvida|não só|não apenas|sem dúvidas|não há dúvida|não somente",
        "condition": "se fosse|supondo",
        "hint": """dica|a dica|segundo a dica|de acordo com a dica|segundo|de acordo com|
            você disse|me disseram|foi dito|a nota|o especialista|especialista|colega|sugerida|
            sugerido|sugestão|a sugestão|supostamente|o enunciado|indicação|você sugeriu|
            você mencionou|o comentário|radiologista|conforme""",
        "agree": "concordo|de acordo|com razão|confirma|confirmam|eu confirmo|corretamente",
        "hedge": """poderia ser|poderia|poderiam|pode ser|talvez|possivelmente|possível|ou então|
            entre|plausível|não pode ser descartada|não pode ser descartado|não se pode descartar|
            fico em dúvida entre|pode""",
        "likely": """mais provável|o mais provável|provavelmente|muito provavelmente|acho que|
            acredito que|penso que|na minha opinião|a meu ver|creio que|mais provavelmente|
            parece-me|acho|acredito""",
        "point": """compatível com|sugere|sugestivo de|indica|a favor de|corresponde a|
            corresponde à|trata-se de|aponta para|característico de|típico de|representa|
            consistente com|condizente com|favorece""",
        "conclude": """portanto|logo|assim|então|em conclusão|por isso|dessa forma|desse modo|
            por fim|sendo assim""",
        "contrast": "mas|porém|contudo|no entanto|embora|enquanto|todavia|apesar de|mas sim",
        "because": "porque|pois|já que|devido a|uma vez que|que|com|se|quando|como",
        "correct": """na verdade|na realidade|espera|espere|pensando melhor|correção|
            melhor dizendo|corrijo|reconsiderando|retifico|aliás|desculpe|olhando melhor""",
        "retract": "isso está errado|isso é incorreto|isso não está correto|me enganei",
        "past": "a princípio|inicialmente|primeiro pensei|no início|à primeira vista|de início",
        "good": """correta|correto|a correta|a resposta|a resposta correta|verdadeira|verdadeiro|
            a melhor|a mais provável|certa|certo|a opção correta|a melhor opção|corretas|encaixa|
            se encaixa melhor|mais provável|a alternativa correta|adequada""",
        "bad": """incorreta|incorreto|falsa|falso|errada|errado|descartada|descartado|improvável|
            pouco provável|não se encaixa|impossível|incorretas|falsas|erradas|está descartada|
            excluída|não corresponde|descartadas""",
        "leave": "resta|só resta|restando|sobra|resta apenas|apenas|somente|só",
        "refuse": """não posso|não é possível|não sei|desculpe|sinto muito|lamento|não sou capaz|
            infelizmente|não consigo|não estou qualificado|prefiro não|não estou apto|desconheço|
            peço desculpas|não tenho como""",
        "undetermined": """não pode ser determinado|não é possível determinar|indeterminado|
            informação insuficiente|não pode ser determinada|impossível determinar""",
        "none_of": """nenhuma das anteriores|nenhuma das opções|nenhuma das alternativas|
            nenhuma delas""",
        "all_of": "todas as anteriores|todas|todos|todas as opções|todas as alternativas",
        "all_but": "todas exceto|todas menos|todos exceto",
        "courtesy": "obrigado|obrigada|espero ter ajudado|espero que|atenciosamente|abraço",
    },
    filler="""é|a|o|os|as|claramente|provavelmente|sem dúvida|certamente|correta|correto|opção|
        resposta|letra|aqui|então|portanto|por|seria|deve|ser|mais|provável|que|final|melhor|acho|
        acredito|definitivamente|na|minha|opinião|para|única|alternativa|de|em|com|caso|
        evidentemente|muito|este|neste|certa|a mais provável""",
    copula="é|são|seria|era|deve ser|será|está|tem de ser",
    articles="um|uma|o|a|os|as|do|da|de|ou seja|isto é",
    designator="opção|resposta|alternativa|letra|a letra|a opção|item|opções",
    both="e|bem como|além de",
    either="ou|nem|ou então",
    right="verdadeiro|verdadeira|correto|correta|sim|certo|certa",
    wrong="falso|falsa|incorreto|incorreta|não|errado|errada|descartada",
    but="mas",
    question="pergunta|questão|parte|etapa|nível",
    ordinals="primeira/primeiro|segunda/segundo|terceira/terceiro|quarta/quarto|quinta/quinto",
    last="última|último",
    for_all="para todas|para todos|em todas|nas quatro",
)
