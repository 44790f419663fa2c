"""Italian phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="it",
    letter_words="a|e|è|i|o",
    markers="""risposta|corretta|opzione|scelgo|è|il|la|della|di|non|una|che|per|perché|quindi|
        dunque|ma|immagine|mi|dispiace|posso|secondo|indizio|suggerimento|sono|parere|né|giusta|
        errata|domanda|sarebbe|gli|nella|invece|penso|credo|entrambe|più""",
    tables={
        "cue": """risposta|la risposta|risposta corretta|la risposta corretta|risposta giusta|
            risposta esatta|risposta finale|la mia risposta|mia risposta|opzione corretta|
            l'opzione corretta|scelta corretta|la corretta|quella corretta|soluzione|
            migliore risposta|diagnosi|diagnosi più probabile|conclusione|la mia scelta|scelta|
            opzione giusta|quella giusta|alternativa corretta""",
        "pick": """scelgo|seleziono|opto per|sceglierei|direi|io direi|rispondo|voto per|
            propendo per|indico|scelga|concludo|confermo|preferisco|punto su|
            cambio la mia risposta in|rimango su|io scelgo|scegliere""",
        "negation": """non|non è|né|senza|invece di|anziché|al posto di|tranne|eccetto|esclude|
            escludere|nessuna|nessun|nessuno|mai|contro|assenza di|a differenza di|escludo|
            piuttosto che|neppure|neanche""",
        "safe": "senza dubbio|senza alcun dubbio|non solo|non c'è dubbio|indubbiamente",
        "condition": "se fosse|supponendo",
        "hint": """indizio|l'indizio|secondo l'indizio|secondo il suggerimento|suggerimento|
            il suggerimento|secondo|mi è stato detto|lei ha detto|la nota|l'esperto|esperto|
            collega|il collega|suggerita|suggerito|presumibilmente|hai detto|stando a|
            l'indicazione|il commento|il radiologo|hai suggerito|testo dice""",
        "agree": "sono d'accordo|concordo|d'accordo con|a ragione|conferma|confermano",
        "hedge": """potrebbe essere|potrebbe|potrebbero|può essere|forse|magari|possibile|
            possibilmente|oppure|tra|fra|plausibile|non si può escludere|non può essere esclusa|
            non può essere escluso|sono indeciso tra|può""",
        "likely": """più probabile|molto probabilmente|probabilmente|penso che|credo che|
            a mio parere|a mio avviso|secondo me|ritengo che|penso|credo|ritengo|la più probabile|
            il più probabile|mi sembra""",
        "point": """compatibile con|suggerisce|suggestivo di|indica|a favore di|corrisponde a|
            si tratta di|tratta di|depone per|caratteristico di|tipico di|rappresenta|coerente con|
            orienta verso|indicativo di""",
        "conclude": "quindi|dunque|pertanto|perciò|in conclusione|così|allora|di conseguenza",
        "contrast": "ma|però|bensì|tuttavia|sebbene|mentre|anche se|nonostante|eppure|benché",
        "because": "perché|poiché|dato che|siccome|a causa di|che|con|se|quando|come|in quanto",
        "correct": """in realtà|in effetti|aspetta|aspetti|ripensandoci|correzione|anzi|correggo|
            mi correggo|a ben guardare|riflettendoci|scusi""",
        "retract": "questo è sbagliato|non è corretto|mi sono sbagliato",
        "past": """inizialmente|all'inizio|a prima vista|prima pensavo|in un primo momento|
            dapprima|ho pensato prima""",
        "good": """corretta|corretto|giusta|giusto|esatta|esatto|la risposta|la risposta corretta|
            la risposta giusta|vera|vero|la migliore|la più probabile|quella corretta|
            quella giusta|l'opzione corretta|corrette|corretti|la scelta corretta|più probabile|
            si adatta meglio""",
        "bad": """errata|errato|sbagliata|sbagliato|falsa|falso|scorretta|esclusa|escluso|
            improbabile|poco probabile|non corretta|non si adatta|impossibile|errate|sbagliate|
            false|da escludere|escluse|va esclusa|incompatibile""",
        "leave": "rimane|resta|rimane solo|resta solo|non resta che|solo|soltanto",
        "refuse": """non posso|non è possibile|non so|mi dispiace|spiacente|non sono in grado|
            purtroppo|non riesco|non sono qualificato|impossibile dire|preferisco non|non lo so|
            mi scuso|non sono autorizzato""",
        "undetermined": """non può essere determinato|non determinabile|
            non è possibile determinare|indeterminato|informazioni insufficienti|
            non si può determinare""",
        "none_of": """nessuna delle precedenti|nessuna delle opzioni|nessuna delle risposte|
            nessuna di queste""",
        "all_of": "tutte le precedenti|tutte|tutti|tutte le opzioni|tutte le risposte",
        "all_but": "tutte tranne|tutti tranne|tutte eccetto",
        "courtesy": "grazie|spero|cordiali saluti|distinti saluti|resto a disposizione",
    },
    filler="""è|la|il|lo|le|gli|l'|chiaramente|probabilmente|senza dubbio|certamente|corretta|
        corretto|giusta|esatta|opzione|risposta|lettera|qui|quindi|dunque|sarebbe|deve|essere|più|
        probabile|che|finale|migliore|penso|credo|sicuramente|mio|parere|per|unica|di|in|caso|
        questo|molto|ovviamente|la più probabile|mia""",
    copula="è|sono|sarebbe|era|deve essere|sarà|dovrebbe essere|sia",
    articles="un|una|uno|un'|il|lo|la|i|gli|le|l'|del|della|di|cioè|ossia|ovvero",
    designator="opzione|l'opzione|risposta|alternativa|lettera|la lettera|scelta|opzioni",
    both="e|ed|nonché|insieme a",
    either="o|oppure|né|ovvero",
    right="vero|vera|corretto|corretta|sì|giusto|giusta|esatto|esatta",
    wrong="falso|falsa|errato|errata|sbagliato|sbagliata|no|scorretto|esclusa",
    but="ma|bensì",
    question="domanda|parte|quesito|livello|fase",
    ordinals="prima/primo|seconda/secondo|terza/terzo|quarta/quarto|quinta/quinto",
    last="ultima|ultimo",
    for_all="per tutte|per tutti|a tutte|per le quattro|in tutti",
)
