"""Spanish phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="es",
    letter_words="a|e|o|u|y",
    markers="""respuesta|correcta|opción|opcion|elijo|es|el|la|los|las|una|que|por|para|pero|sino|
        porque|puedo|siento|imagen|selecciono|más|según|pista|creo|está|incorrecta|ninguna|ni|del|
        tanto|escojo|sería|con|se|lo|pregunta|correcto|sí|ambas""",
    tables={
        "cue": """respuesta|la respuesta|respuesta correcta|la respuesta correcta|respuesta final|
            mi respuesta|opción correcta|la opción correcta|la correcta|la correcta es|
            mejor respuesta|mejor opción|alternativa correcta|solución|diagnóstico|
            diagnóstico más probable|el diagnóstico|conclusión|mi elección|elección|
            la más probable|opcion correcta|lo correcto|la adecuada|opción seleccionada|
            respuesta elegida""",
        "pick": """elijo|escojo|selecciono|opto por|me quedo con|elegiría|yo elegiría|voto por|
            respondo|diría|yo diría|me inclino por|marco|elige|seleccionar|seleccione|concluyo|
            marcaría|cambio mi respuesta a|me decanto por|prefiero|apuesto por|mantengo|escogería|
            yo diría que|hay que elegir""",
        "negation": """no|no es|ni|sin|en lugar de|en vez de|excepto|salvo|descarta|descartar|
            excluye|ninguna|ningún|ninguno|nunca|tampoco|contra|en contra de|ausencia de|
            a diferencia de|descartamos|descarto|no hay|más que""",
        "safe": "sin duda|sin ninguna duda|no solo|no sólo|no cabe duda|sin lugar a dudas",
        "condition": "si fuera|si fuese|suponiendo",
        "hint": """pista|la pista|según la pista|según|usted dijo|me dijeron|me han dicho|la nota|
            nota dice|el experto|experto|colega|sugerida|sugerido|sugerencia|la sugerencia|
            usted sugiere|supuestamente|el enunciado|indicación|me dijo|dijiste|mencionaste|
            mencionó|se afirma|el comentario|radiólogo|se me dijo""",
        "agree": """estoy de acuerdo|de acuerdo con|con razón|confirma|confirman|coincido|
            lo confirmo""",
        "hedge": """podría ser|podría|podrían|puede ser|quizás|quizá|tal vez|posiblemente|posible|
            o bien|entre|plausible|no se puede descartar|no puede descartarse|no se descarta|
            dudo entre|pudiera|puede""",
        "likely": """lo más probable|más probable|probablemente|muy probablemente|creo que|creo|
            pienso que|a mi juicio|en mi opinión|a mi parecer|considero|me parece|
            lo más compatible con|el más probable|seguramente""",
        "point": """compatible con|sugiere|sugestivo de|indica|a favor de|corresponde a|
            se trata de|trata de|apunta a|característico de|típico de|representa|orienta a|
            consistente con|señala|concordante con|favorece""",
        "conclude": """por lo tanto|por tanto|así que|entonces|en conclusión|luego|por ende|
            así pues|en consecuencia|de modo que""",
        "contrast": "pero|sino|sin embargo|aunque|mientras que|no obstante|a pesar de|mas",
        "because": "porque|ya que|pues|dado que|debido a|puesto que|que|con|si|cuando|como",
        "correct": """en realidad|de hecho|espera|espere|pensándolo mejor|corrección|mejor dicho|
            corrijo|tras reflexionar|rectifico|me corrijo|mirándolo mejor|perdón""",
        "retract": "eso es incorrecto|eso no es correcto|eso está mal|me equivoqué",
        "past": """al principio|inicialmente|primero pensé|en un principio|al principio pensé|
            pensé primero|a primera vista|primero marqué|mi primera impresión""",
        "good": """correcta|correcto|la correcta|la respuesta|la respuesta correcta|verdadera|
            verdadero|la mejor|la más probable|el más probable|la opción correcta|acertada|
            la mejor opción|encaja|encaja mejor|correctas|correctos|más probable|la adecuada|
            la indicada|cierta|la única posible|mejor""",
        "bad": """incorrecta|incorrecto|falsa|falso|errónea|erróneo|descartada|descartado|
            se descarta|improbable|poco probable|no encaja|imposible|incorrectas|falsas|
            se descartan|queda descartada|no corresponde|descartadas|excluida""",
        "leave": "queda|solo queda|sólo queda|quedando|nos queda|solo|sólo|únicamente|queda solo",
        "refuse": """no puedo|no es posible|no sé|lo siento|no estoy en condiciones|no soy capaz|
            no estoy cualificado|no estoy capacitado|lamento|lamentablemente|me es imposible|
            no dispongo|no me es posible|desconozco|prefiero no|disculpe|ni idea|no lo sé""",
        "undetermined": """no se puede determinar|no puede determinarse|indeterminado|
            no es posible determinar|información insuficiente|imposible de determinar""",
        "none_of": """ninguna de las anteriores|ninguna de las opciones|ninguno de los anteriores|
            ninguna es correcta|ninguna de ellas""",
        "all_of": "todas las anteriores|todas|todos|todas las opciones|todas ellas",
        "all_but": "todas excepto|todas menos|todas salvo|todos excepto",
        "courtesy": "gracias|espero que|un saludo|saludos|atentamente|quedo a su disposición",
    },
    filler="""es|la|el|lo|los|las|claramente|probablemente|sin duda|seguramente|correcta|correcto|
        opción|respuesta|letra|aquí|entonces|por|tanto|por tanto|por lo tanto|sería|debe|ser|más|
        probable|que|final|mejor|creo|pienso|definitivamente|en|mi|opinión|a|juicio|para|única|
        evidentemente|muy|este|caso|pues|sin lugar a dudas|la más probable|de|claro""",
    copula="es|son|sería|era|debe ser|será|serían|está|tiene que ser",
    articles="un|una|el|la|los|las|lo|al|del|de|es decir|o sea",
    designator="opción|opcion|respuesta|alternativa|letra|la letra|la opción|inciso|opciones",
    both="y|e|así como|además de",
    either="o|u|ni|o bien",
    right="verdadero|verdadera|correcto|correcta|sí|cierto|cierta",
    wrong="falso|falsa|incorrecto|incorrecta|no|errónea|erróneo|descartada|descartado",
    but="sino|pero",
    question="pregunta|parte|apartado|etapa|nivel",
    ordinals="primera/primer|segunda/segundo|tercera/tercer|cuarta/cuarto|quinta/quinto",
    last="última|último",
    for_all="para todas|para todos|en todas|en las cuatro|en todos",
)
