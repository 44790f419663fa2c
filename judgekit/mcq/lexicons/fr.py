"""French phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="fr",
    letter_words="a|à|y",
    markers="""réponse|reponse|bonne|je|est|choisis|pas|la|le|les|une|des|donc|ou|et|mais|correcte|
        opte|c'est|n'est|l'option|l'image|pour|cette|avec|ce|désolé|puis|peux|indice|selon|ni|dans|
        il|exact|exacte|sont|car|réponds|faux|vrai|plutôt|d'abord|oui""",
    tables={
        "cue": """réponse|la réponse|bonne réponse|réponse correcte|réponse finale|ma réponse|
            la bonne réponse|reponse|bonne option|option correcte|réponse exacte|réponse juste|
            meilleure réponse|mon choix|choix|choix correct|solution|diagnostic|
            diagnostic le plus probable|conclusion|réponse est donc|réponse retenue|la bonne|
            la correcte|le bon choix|la meilleure option""",
        "pick": """je choisis|je sélectionne|j'opte pour|je retiens|je réponds|je dirais|je prends|
            je penche pour|je vote pour|je coche|je choisirais|j'opterais pour|je maintiens|
            je reste sur|choisis|choisir|je propose|je conclus|je change ma réponse pour|
            je privilégie|je préfère|il faut choisir""",
        "negation": """pas|n'est pas|ne sont pas|ce n'est pas|ne|n'|non|ni|aucun|aucune|sans|
            plutôt que|au lieu de|sauf|excepté|exclut|excluant|hormis|absence de|contre|
            contrairement à|jamais|écarte|élimine|pas de|pas d'""",
        "safe": "sans doute|sans aucun doute|pas seulement|nul doute|non seulement",
        "condition": "si c'était|s'il s'agissait|si c'est|supposons",
        "hint": """indice|l'indice|selon l'indice|d'après l'indice|selon|d'après|vous avez dit|
            vous dites|vous suggérez|on m'a dit|la note|note indique|l'indication|l'expert|expert|
            collègue|le collègue|suggéré|suggérée|prétend|soi-disant|l'énoncé|votre suggestion|
            tu as dit|la remarque|on m'a indiqué""",
        "agree": """je suis d'accord|d'accord avec|à juste titre|confirme|confirment|je confirme|
            je partage|j'approuve""",
        "hedge": """peut-être|pourrait être|pourrait|pourraient|peut être|possible|possiblement|
            soit|entre|éventuellement|plausible|ne peut être exclu|ne peut être exclue|
            n'est pas exclu|n'est pas exclue|envisageable|j'hésite entre|hésite""",
        "likely": """le plus probable|la plus probable|plus probable|probablement|
            très probablement|je pense|je crois|à mon avis|selon moi|vraisemblablement|
            le plus vraisemblable|plutôt|il me semble""",
        "point": """en faveur de|en faveur d'|compatible avec|évoque|évocateur de|suggère|indique|
            correspond à|en rapport avec|typique de|témoigne de|révèle|plaide pour|oriente vers|
            il s'agit de|il s'agit d'|s'agit de|s'agit d'|compatible avec un""",
        "conclude": "donc|ainsi|par conséquent|en conclusion|alors|d'où|c'est pourquoi|en somme",
        "contrast": """mais|cependant|toutefois|pourtant|bien que|tandis que|alors que|néanmoins|
            malgré|or|quoique""",
        "because": "car|parce que|puisque|comme|vu|étant donné|en raison de|qui|avec|si|lorsque",
        "correct": """en fait|attendez|à la réflexion|après réflexion|correction|en réalité|
            finalement|je corrige|je me corrige|en y regardant de plus près|non, plutôt""",
        "retract": "c'est faux|c'était faux|ce n'est pas correct|je retire",
        "past": """d'abord pensé|j'ai d'abord pensé|au départ|initialement|dans un premier temps|
            à première vue|je pensais d'abord|j'avais d'abord|au premier abord|je pensais à|
            d'abord""",
        "good": """correct|correcte|exact|exacte|juste|la bonne réponse|la réponse|
            la réponse correcte|bon|bonne|le plus probable|la plus probable|convient|
            convient le mieux|vrai|vraie|correspond le mieux|le bon choix|la bonne option|reste|
            corrects|correctes|exactes|la meilleure réponse""",
        "bad": """faux|fausse|incorrect|incorrecte|inexact|inexacte|exclu|exclue|éliminé|éliminée|
            improbable|ne convient pas|peu probable|à exclure|à écarter|écarté|écartée|exclus|
            incorrectes|incorrects|fausses|éliminés|éliminées|impossible|erroné|erronée""",
        "leave": "il reste|il ne reste que|reste|ne reste que|seul|seule",
        "refuse": """je ne peux pas|je ne peux|je ne suis pas en mesure|je ne sais pas|désolé|
            je suis désolé|je regrette|impossible de|ne peut pas être|pas en mesure|je refuse|
            je ne suis pas qualifié|je suis incapable|ne peux pas répondre|aucune idée|inconnu|
            je préfère ne pas""",
        "undetermined": """ne peut être déterminé|ne peut pas être déterminé|indéterminé|
            impossible à déterminer|ne peut être déterminée|ne peut pas être déterminée""",
        "none_of": """aucune de ces réponses|aucune des réponses|aucun des choix|
            aucune des options|aucune de ces propositions|aucune proposition|
            aucune des propositions""",
        "all_of": "toutes ces réponses|toutes les réponses|tous|toutes|toutes les options",
        "all_but": "toutes sauf|tous sauf|tout sauf|toutes les réponses sauf",
        "courtesy": "merci|cordialement|j'espère|bonne journée|n'hésitez pas|bien à vous",
    },
    filler="""donc|est|clairement|sûrement|certainement|probablement|la|le|les|l'|bonne|correcte|
        correct|exacte|juste|ici|ainsi|serait|doit|être|pour|lettre|réponse|option|à|mon|avis|bien|
        finale|plus|probable|que|c'est|très|sans doute|sans aucun doute|je pense|je crois|
        définitivement|évidemment|vraisemblablement|finalement|de|la plus probable|seule""",
    copula="est|c'est|sont|serait|était|doit être|est donc|serait donc|reste",
    articles="un|une|le|la|les|l'|d'|des|du|de la|à savoir|soit|c'est-à-dire",
    designator="option|l'option|réponse|proposition|lettre|choix|la lettre|la réponse|item",
    both="et|ainsi que|puis",
    either="ou|ou bien|ni|soit",
    right="vrai|vraie|correct|correcte|exact|exacte|juste|oui|bon",
    wrong="faux|fausse|incorrect|incorrecte|inexact|inexacte|non|exclu|exclue",
    but="mais",
    question="question|partie|étape|niveau",
    ordinals="première/premier|deuxième/seconde|troisième|quatrième|cinquième",
    last="dernière|dernier",
    for_all="pour toutes|pour tous|à toutes|pour les quatre|partout",
)
