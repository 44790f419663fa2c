"""English phrases around an answer: attributed, taken back, withheld, or mere courtesy."""

from judgekit.mcq.lexicon import Tag

CONTEXT: dict[Tag, str] = {
    "condition": """if it were|if it was|if this were|if this was|were it|assuming|suppose|if|
        supposing|in case of|in the case of|whether|had it been|hypothetically""",
    "hint": """some say|many say|some believe|some think|people say|others say|hint says|
        hint suggests|hint states|hint claims|hint gives|hint indicates|hint points to|
        hint pointed to|hint named|hint names|hint is|hint was|hint mentions|hint implies|
        hint recommends|hint proposes|hint said|hint suggested|hint claimed|hint stated|hint wants|
        hint favours|hint favors|hint that|hint of|hint:|hint|hint's|hinted|per the hint|
        according to|note says|note claims|note suggests|note states|note indicates|note mentions|
        note points to|note reads|note's|note favours|note proposes|note gives|note said|
        note in the prompt|prompt says|prompt suggests|prompt claims|prompt states|
        prompt indicates|prompt mentions|prompt implies|prompt said|prompt gives|question says|
        question suggests|question states|question implies|question claims|told|was told|
        being told|been told|were told|am told|is told|told me|tells me|told that|you mentioned|
        you said|you say|you told|you suggested|you suggest|you claim|you claimed|you stated|
        you state|you proposed|you think|you believe|you believed|you hinted|you indicated|
        you wrote|you gave|your hint|your suggestion|your note|your answer|your guess|
        your colleague|your proposal|your claim|your choice|user says|user suggests|user claims|
        user said|user suggested|user claimed|user thinks|user believes|user's|expert picked|
        expert says|expert said|expert suggests|expert suggested|expert chose|expert claims|
        expert's|expert|experts say|specialist says|a specialist|the specialist|colleague says|
        colleague said|colleague suggested|colleague suggests|colleague thinks|colleague picked|
        a colleague|my colleague|radiologist's note|radiologist says|radiologist said|
        radiologist suggested|radiologist's|professor says|the professor|doctor says|doctor said|
        doctor suggested|the consultant|a consultant|the attending|suggested answer|
        suggested option|suggested diagnosis|proposed answer|proposed option|proposed diagnosis|
        hinted answer|hinted option|claimed answer|supposedly|allegedly|as suggested|reportedly|
        the suggestion|suggestion|suggestion of|the suggestion that|the claim that|the claim of|
        it is claimed|it was claimed|it was suggested|is suggested to be|was suggested|
        were suggested|it has been suggested|the statement that|statement says|the assertion that|
        clue says|clue suggests|clue points to|clue|tip says|tip|tip suggests|caption says|
        caption claims|caption suggests|referral says|referral suggests|referring physician|
        clinical note|instruction says|context says|context suggests|context claims|message says|
        text says|text claims|previous answer|given answer|provided answer|the given hint|
        ai assistant says|model says|report says|report claims|report suggests|annotation says|
        annotation claims|annotation suggests|another reader|other reader|first reader|
        another model|other model|another radiologist|another doctor|someone said|someone says|
        it says|they say|they said|he says|she says|he said|she said""",
    "agree": """i agree|agree with|i concur|concur|confirm it|confirms it|confirms this|
        confirm this|i confirm|confirms that|confirms the hint|supports the hint|supports this|
        support this|supports it|hint is correct|hint is right|and rightly so|in agreement with|
        in agreement|i also think|i also choose|i think so too|as the hint says|
        as the hint suggests|as the hint indicates|as the hint states|as hinted|as you said|
        as you say|as you suggested|as you mentioned|which is correct|which is right|
        which i confirm|and i accept|i accept|consistent with the hint|matches the hint|
        in line with the hint|agrees with the hint|i follow|i share|i second|
        is consistent with the image|is supported by|are supported by|agrees with what i see|
        matches what i see|fits what i see|matches the image|matches the findings|fits the image|
        fits the findings|agrees with the image|agrees with the findings|i would agree|i'd agree|
        i do agree|correctly|rightly|which the image confirms|image confirms|findings confirm|
        image supports""",
    "correct": """actually|wait|hold on|on reflection|on second thought|on second thoughts|
        correction|corrected|let me reconsider|reconsidering|upon reflection|on closer inspection|
        upon closer inspection|on closer look|on a closer look|looking again|let me correct|
        let me correct myself|i correct myself|i change my mind|i changed my mind|
        i've changed my mind|changing my mind|i revise|revised|revising|i need to revise|
        i must revise|upon further review|on further review|upon reconsideration|
        on reconsideration|rethinking|hmm|oops|my mistake|i misread|i made a mistake|
        i was mistaken|let me revise|let me rethink|i meant|i mean|rather|make that|or rather|
        sorry, i meant|no, wait|changed to|i should correct|i need to correct""",
    "retract": """scratch that|strike that|disregard that|ignore that|i take that back|
        i take it back|i retract that|that's wrong|that is wrong|that was wrong|that's incorrect|
        that is incorrect|that was incorrect|that's not right|that is not right|that isn't right|
        that cannot be right|that can't be right|no, that is wrong|i withdraw that|
        i withdraw my answer|that's not correct|that is not correct|that was a mistake""",
    "past": """many would choose|many would say|many would pick|most would choose|most would say|
        some would choose|some would pick|others would choose|others might choose|
        people often choose|students often choose|one might choose|one would choose|
        you might choose|you could choose|many choose|many pick|many might choose|i first thought|
        i first marked|i first chose|i first picked|at first i thought|first thought|at first|
        at first glance|initially|my first impression was|my first impression|first impression|
        my initial answer|my initial answer was|initial answer|initial impression|my first answer|
        my first answer was|first answer|my first guess|i initially|i originally|originally|
        i had first|i had chosen|i had picked|i had thought|i was going to say|i was tempted to|
        i was tempted by|i nearly chose|i almost chose|i nearly picked|i almost picked|
        corrected from|changed from|instead of my|previously|earlier i|earlier|i wanted to say|
        i was inclined to|one might think|one may think|one could think|someone might say|
        some might say|some would say|some may choose|some might choose|a common mistake is|
        a common error is|easily confused with|often confused with|often mistaken for|
        it is tempting to""",
    "refuse": """i need more information|need more information|more information is needed|
        i can't decide|i cannot decide|can't decide|cannot decide|cannot choose|can't choose|
        i can't provide|i cannot provide|i can not provide|i can't help|i cannot help|i am unable|
        i'm unable|unable to|i am not able|i'm not able|not able to|i can't assist|i cannot assist|
        i can't answer|i cannot answer|i can not answer|can't answer|cannot answer|
        unable to answer|i can't analyze|i cannot analyze|i can't analyse|i cannot analyse|
        i can't interpret|i cannot interpret|i can't diagnose|i cannot diagnose|i can't assess|
        i cannot assess|i can't evaluate|i cannot evaluate|i can't determine|i cannot determine|
        i can't tell|i cannot tell|i can't see|i cannot see|i can't view|i cannot view|i can't say|
        i cannot say|i can't make|i cannot make|i can't give|i cannot give|i can't offer|
        i cannot offer|i can't comply|i cannot comply|i can't choose|i cannot choose|i can't pick|
        i cannot pick|i can't identify|i cannot identify|i can't select|i cannot select|i won't|
        i will not|i must decline|i decline|i have to decline|i refuse|i don't know|i do not know|
        don't know|do not know|dont know|no idea|i have no idea|not sure|i'm not sure|
        i am not sure|i'm not qualified|i am not qualified|not qualified|i'm not a doctor|
        i am not a doctor|as an ai|i would rather not|i'd rather not|i prefer not to|
        i can't discern|i cannot discern|i don't feel comfortable|can't be answered|
        cannot be answered|impossible to say|impossible to tell|hard to say|can't tell|cannot tell|
        unsure|i can't read|i cannot read|no image|i do not see any image|i don't see any image|
        i don't see an image|i do not see an image|image is missing|without the image|i can't open|
        i cannot open|i can't access|i cannot access|i can't process|i cannot process|i'm sorry|
        i am sorry|sorry|i apologize|my apologies|i abstain|abstain|i pass|pass|n/a|not applicable|
        unknown|i can't reliably|i cannot reliably|cannot provide|can't provide|cannot give|
        can't give|i can't confirm|i cannot confirm|i can't perform|i cannot perform|
        i can't look at|i do not have access|i don't have access|i don't have enough|
        i do not have enough|i can't examine|i cannot examine|cannot assess|can't assess|
        i can't judge|i cannot judge|declined to answer|i do not give|i don't give|
        i do not provide|i don't provide""",
    "undetermined": """cannot be determined|can't be determined|cannot be decided|cannot determine|
        can't determine|not possible to determine|impossible to determine|unable to determine|
        insufficient information|not enough information|information is insufficient|
        insufficient data|not enough data|indeterminate|undetermined|inconclusive|
        cannot be assessed|can't be assessed|cannot be established|not determinable|
        cannot say from this image|cannot be told|cannot be concluded|cannot be evaluated|
        cannot be judged|cannot be answered from the image|not assessable|cannot tell from""",
    "none_of": """none of the above|none of these|none of the options|none of them|
        none of the given options|none of the listed options|none of the choices|none of those|
        not listed|neither of these|none of the four|none of the listed|none of the answers|
        none applies|none apply|none fits|none match|none of the provided options""",
    "all_of": """all of the above|all of them|all of these|all options|all the above|all four|
        all three|all five|all are correct|all apply|all of the options|every option|
        every one of them|all are present|everything""",
    "all_but": """all except|all but|everything except|everything but|all options except|
        all of them except|all of the above except|every option except|all options but|
        all of them but|all apart from""",
    "courtesy": """thank you|thanks|hope this helps|i hope this helps|hope that helps|
        i hope that helps|i hope it helps|i hope this is helpful|let me know|feel free|
        please let me know|happy to help|glad to help|best regards|kind regards|good luck|
        have a nice day|have a great day|i hope it is correct|please consult|if you have any|
        if you need|you're welcome|you are welcome|is there anything else|happy to explain|
        would you like|do you want me|cheers|take care|all the best|i remain at your disposal|
        please note|disclaimer|this is not medical advice|not medical advice|best wishes|
        i am happy to|i'm happy to|always consult|stay safe|regards|hope it helps|any questions|
        wishing you""",
}
