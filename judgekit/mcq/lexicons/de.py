"""German phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="de",
    markers="""antwort|antworten|richtige|richtig|falsch|ich|nicht|ist|lösung|wähle|und|oder|kein|
        keine|keinen|der|das|eine|sondern|weil|daher|bild|bitte|frage|hinweis|auf|sich|leider|kann|
        eher|wahrscheinlich|deshalb|somit|entscheide|spricht|für|nein|korrekt|zuerst|aber|es|sind|
        beide|weder|noch""",
    tables={
        "cue": """antwort|die antwort|richtige antwort|korrekte antwort|endgültige antwort|
            meine antwort|lösung|die lösung|richtige lösung|ergebnis|fazit|beste antwort|
            richtige option|korrekte option|richtige wahl|meine wahl|auswahl|antwort lautet|
            richtig ist|korrekt ist|zutreffend ist|wahrscheinlichste antwort|
            wahrscheinlichste diagnose|diagnose|schlussfolgerung|endantwort""",
        "pick": """ich wähle|wähle|ich entscheide mich für|entscheide mich für|ich nehme|
            ich tippe auf|ich würde wählen|ich würde sagen|ich plädiere für|ich antworte|
            ich bleibe bei|ich bevorzuge|ich entscheide|ich würde|ich sage|ich stimme für|
            ich ändere meine antwort auf|ich komme auf|bleibt nur|ich favorisiere""",
        "negation": """nicht|kein|keine|keinen|keiner|weder|noch|statt|anstatt|anstelle von|außer|
            ausgenommen|ohne|spricht gegen|sprechen gegen|gegen|schließt|nie|niemals|nein|
            anders als|im gegensatz zu""",
        "safe": "ohne zweifel|kein zweifel|nicht nur|zweifellos|nichts anderes als",
        "condition": "falls|wenn es|angenommen|sofern|ob",
        "hint": """hinweis|der hinweis|laut hinweis|dem hinweis zufolge|hinweis sagt|hinweis nennt|
            laut|angeblich|sie sagten|sie meinten|du sagtest|wurde gesagt|mir wurde gesagt|
            vorgeschlagen|der tipp|tipp|kollege|experte|experten|notiz|die notiz|ihr vorschlag|
            dein vorschlag|zufolge""",
        "agree": """ich stimme zu|stimme ich zu|dem stimme ich zu|zu recht|bestätigt|bestätigen|
            ich stimme dem hinweis zu|stimme dem hinweis zu|einverstanden""",
        "hedge": """könnte|könnten|vielleicht|möglicherweise|möglich|entweder|eventuell|zwischen|
            denkbar|nicht ausgeschlossen|nicht auszuschließen|kann nicht ausgeschlossen werden""",
        "likely": """am wahrscheinlichsten|höchstwahrscheinlich|wahrscheinlicher|ich denke|
            ich glaube|ich meine|meiner meinung nach|meines erachtens|am ehesten|eher|vermutlich|
            ich vermute|am besten passt|am besten""",
        "point": """spricht für|sprechen für|passt zu|passend zu|vereinbar mit|deutet auf|
            weist auf|hinweisend auf|typisch für|entspricht|hindeutend auf|es handelt sich um|
            handelt es sich um|zeigt auf""",
        "conclude": "also|daher|deshalb|somit|folglich|demnach|mithin|deswegen|damit",
        "contrast": "aber|sondern|jedoch|allerdings|obwohl|während|doch|dennoch|trotzdem|obgleich",
        "because": "weil|da|denn|wegen|aufgrund|wenn|welche|welcher",
        "correct": """korrektur|moment|bei genauerem hinsehen|genauer betrachtet|doch eher|warte|
            halt|nach erneuter prüfung|tatsächlich|eigentlich|ich korrigiere|ich korrigiere mich|
            vielmehr""",
        "retract": "das ist falsch|das war falsch|das stimmt nicht",
        "past": "zuerst dachte ich|zunächst dachte ich|anfangs|zunächst|ursprünglich|zuerst",
        "good": """richtig|korrekt|zutreffend|die richtige antwort|die antwort|trifft zu|passt|
            passt am besten|stimmt|die richtige lösung|die richtige option|bleibt|am besten|
            die beste antwort|am wahrscheinlichsten|wahrscheinlicher""",
        "bad": """falsch|unzutreffend|inkorrekt|unwahrscheinlich|ausgeschlossen|scheidet aus|
            trifft nicht zu|passt nicht|stimmt nicht|entfällt|auszuschließen|nicht richtig|
            scheiden aus|passen nicht|entfallen|fällt weg""",
        "leave": "es bleibt|bleibt nur|bleibt|übrig bleibt|somit bleibt|nur",
        "refuse": """ich weiß es nicht|weiß es nicht|das weiß ich nicht|ich kann keine|
            kann ich keine|ich kann nicht|kann ich nicht|ich bin nicht in der lage|
            nicht in der lage|ich weiß nicht|weiß ich nicht|weiß nicht|leider kann|es tut mir leid|
            tut mir leid|ich darf|entschuldigung|nicht möglich|keine ahnung|ich möchte nicht|
            unbekannt|kann diese frage nicht""",
        "undetermined": """nicht bestimmbar|kann nicht bestimmt werden|nicht beurteilbar|
            lässt sich nicht bestimmen|kann nicht beurteilt werden""",
        "none_of": """keine der genannten|keine der antworten|keine davon|nichts davon|
            keine der optionen|keine der angaben|keine der oben genannten""",
        "all_of": "alle genannten|alle davon|alle oben genannten|alle antworten|alle vier",
        "all_but": "alle außer|alle bis auf",
        "courtesy": "vielen dank|danke|ich hoffe|mit freundlichen grüßen|viel erfolg|bitte wenden",
    },
    filler="""lautet|also|daher|somit|eindeutig|klar|wahrscheinlich|sicher|hier|die|der|das|den|
        richtige|korrekte|beste|nur|für|auf|ist|wäre|sein|muss|sollte|meiner|meinung|nach|es|
        demnach|am|ehesten|wohl|bei|variante|antwort|ganz|endgültig|ich|glaube|denke|folglich|
        deshalb|mich|mir|zu|option|mit|wahrscheinlichsten|eher|in|diesem|fall""",
    copula="ist|sind|war|wäre|lautet|heißt|handelt sich um|sei|muss sein",
    articles="die|der|das|den|dem|ein|eine|einen|einem|einer|d.h.|nämlich",
    designator="option|antwort|möglichkeit|buchstabe|variante|wahl|nummer|auswahl|lösung",
    both="und|sowie|und auch",
    either="oder|beziehungsweise|bzw",
    right="richtig|korrekt|wahr|ja|zutreffend|stimmt|passt",
    wrong="falsch|nein|unzutreffend|inkorrekt|nicht richtig|unwahr",
    but="sondern|aber",
    question="frage|teil|aufgabe",
    ordinals="erste/ersten|zweite/zweiten|dritte/dritten|vierte/vierten|fünfte/fünften",
    last="letzte|letzten",
    for_all="für alle|bei allen|zu allen|jeweils",
)
