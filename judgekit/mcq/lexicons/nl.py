"""Dutch phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="nl",
    letter_words="u",
    markers="""antwoord|het|een|niet|ik|kies|juiste|vraag|geen|maar|optie|de|van|en|dus|omdat|
        goede|fout|correcte|dat|beeld|deze|denk|volgens|afbeelding|kan|helaas|waarschijnlijk|zijn|
        ook|zou|wel|juist|onjuist|eerst|beide|weet|naar|voor""",
    tables={
        "cue": """antwoord|het antwoord|juiste antwoord|het juiste antwoord|correcte antwoord|
            goede antwoord|definitieve antwoord|definitief antwoord|eindantwoord|mijn antwoord|
            juiste optie|correcte optie|beste antwoord|mijn keuze|keuze|juiste keuze|oplossing|
            conclusie|diagnose|meest waarschijnlijke diagnose|beste optie|juist is|correct is|
            de juiste|goed is""",
        "pick": """ik kies|ik kies voor|kies|kies voor|ik selecteer|ik ga voor|ik zou kiezen|
            ik zou kiezen voor|ik zou zeggen|ik stem voor|ik neem|ik antwoord|ik hou het op|
            ik houd het op|ik geef de voorkeur aan|ik zeg|ik blijf bij|ik concludeer|
            ik wijzig mijn antwoord in|ik verander mijn antwoord in|ik neig naar|ik ga met|
            ik verkies|kies ik|kies ik voor|ga ik voor|houd ik het op|zou ik kiezen|
            zou ik zeggen""",
        "negation": """niet|geen|noch|zonder|in plaats van|behalve|uitgezonderd|sluit|nooit|tegen|
            pleit tegen|pleiten tegen|nee|eerder dan|anders dan|afwezigheid van|
            in tegenstelling tot|niet voor|evenmin|liever dan""",
        "safe": "zonder twijfel|geen twijfel|niet alleen|ongetwijfeld|niets anders dan",
        "condition": "als het|stel dat|indien|of het",
        "hint": """hint|de hint|volgens de hint|volgens|u zei|je zei|er werd gezegd|mij is verteld|
            werd verteld|opmerking|de notitie|notitie|expert|collega|een collega|gesuggereerd|
            suggestie|de suggestie|zogenaamd|de tip|tip|aanwijzing|de aanwijzing|beweert|
            werd mij verteld|radioloog""",
        "agree": "ik ben het eens|mee eens|ben ik het eens|terecht|bevestigt|bevestigen|akkoord",
        "hedge": """zou kunnen|kan zijn|misschien|mogelijk|wellicht|hetzij|ofwel|tussen|denkbaar|
            niet uit te sluiten|kan niet worden uitgesloten|eventueel|twijfel tussen|
            ik twijfel tussen|kunnen""",
        "likely": """meest waarschijnlijk|het meest waarschijnlijk|waarschijnlijker|waarschijnlijk|
            ik denk|ik denk dat|ik geloof|ik meen|volgens mij|mijns inziens|naar mijn mening|
            het best|vermoedelijk|ik vermoed|eerder""",
        "point": """past bij|passend bij|passen bij|wijst op|wijzen op|duidt op|verdacht voor|
            kenmerkend voor|typisch voor|pleit voor|pleiten voor|komt overeen met|het betreft|
            het gaat om|gaat het om|suggestief voor|suggereert|compatibel met""",
        "conclude": "dus|daarom|derhalve|zodoende|bijgevolg|concluderend|daarmee|vandaar",
        "contrast": "maar|echter|hoewel|terwijl|toch|desondanks|ondanks|wel|daarentegen|al",
        "because": "omdat|want|aangezien|doordat|vanwege|wegens|als|die|met|gezien|waarbij",
        "correct": """eigenlijk|wacht|bij nader inzien|correctie|bij nadere beschouwing|toch maar|
            ik corrigeer|ik herzie|in feite|na heroverweging|pardon""",
        "retract": "dat is fout|dat klopt niet|dat was fout|dat is onjuist|dat is niet juist",
        "past": """eerst dacht ik|aanvankelijk|in eerste instantie|op het eerste gezicht|
            ik dacht eerst|oorspronkelijk|eerst koos ik""",
        "good": """juist|correct|goed|het antwoord|het juiste antwoord|de juiste|klopt|past|
            past het best|het beste|de beste|waar|het meest waarschijnlijk|waarschijnlijker|
            blijft over|de beste keuze|de juiste keuze|de juiste optie|is het|
            het correcte antwoord|het goede antwoord|het best""",
        "bad": """fout|onjuist|incorrect|onwaar|onwaarschijnlijk|uitgesloten|valt af|vallen af|
            klopt niet|past niet|niet juist|niet correct|verkeerd|minder waarschijnlijk|
            passen niet|kloppen niet|onmogelijk|sluiten we uit""",
        "leave": "blijft over|blijft|dan blijft|resteert|alleen|enkel|blijft alleen|overblijft",
        "refuse": """ik kan niet|kan ik niet|ik kan geen|kan ik geen|ik weet het niet|ik weet niet|
            weet ik niet|het spijt me|helaas|sorry|niet in staat|ik ben niet bevoegd|geen idee|
            onbekend|niet mogelijk om|ik mag geen|liever niet|ik ben niet gekwalificeerd|
            kan deze vraag niet""",
        "undetermined": """niet te bepalen|kan niet worden bepaald|niet vast te stellen|
            niet te beoordelen|onvoldoende informatie|kan niet bepaald worden""",
        "none_of": """geen van alle|geen van allen|geen van bovenstaande|geen van de bovenstaande|
            geen van de opties|geen van deze|geen van de antwoorden""",
        "all_of": "alle bovenstaande|allemaal|alle opties|alle antwoorden|alle vier",
        "all_but": "alle behalve|alles behalve|alle opties behalve",
        "courtesy": "dank u|dank je|bedankt|ik hoop|met vriendelijke groet|hopelijk|succes",
    },
    filler="""is|het|de|dus|duidelijk|waarschijnlijk|zeker|hier|juiste|correcte|goede|beste|voor|
        antwoord|optie|letter|zou|moet|zijn|dan|ook|mijn|meest|naar|mening|daarom|wel|ik|denk|dat|
        geloof|definitief|definitieve|op|alleen|gewoon|bij|in|dit|geval|toch|zonder twijfel|
        volgens mij|eindantwoord|eerder|een""",
    copula="is|zijn|was|zou|moet zijn|luidt|betreft|blijft|wordt|lijkt",
    articles="de|het|een|oftewel|namelijk|dat wil zeggen|d.w.z.",
    designator="optie|antwoord|keuze|letter|de letter|mogelijkheid|alternatief|opties",
    both="en|evenals|alsook|plus",
    either="of|dan wel|noch|ofwel",
    right="juist|correct|waar|ja|goed|klopt",
    wrong="onjuist|fout|incorrect|onwaar|nee|niet juist|klopt niet|verkeerd",
    but="maar",
    question="vraag|deel|onderdeel|stap|niveau",
    ordinals="eerste|tweede|derde|vierde|vijfde",
    last="laatste",
    for_all="voor alle|bij alle|op alle|voor allemaal|overal",
)
