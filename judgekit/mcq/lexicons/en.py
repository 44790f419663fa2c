"""English phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="en",
    letter_words="a|i",
    tables={
        "cue": """answer|answers|final answer|correct answer|right answer|best answer|my answer|
            ans|correct option|correct choice|best option|best choice|right option|right choice|
            correct one|right one|best one|my choice|final choice|my pick|final pick|my selection|
            selection|selected option|chosen option|solution|verdict|conclusion|final|
            final verdict|correct letter|most likely answer|most appropriate answer|
            correct response|final response|final decision|decision|my vote|best match|best fit|
            correct diagnosis|most likely diagnosis|final diagnosis|diagnosis|my diagnosis|
            my conclusion|highest probability|most probable|top choice|prediction|my final answer|
            answer choice|correct answer choice|selected answer|chosen answer|my guess|best guess|
            choice made|correct label|answer letter|option letter|correct options|correct answers|
            correct choices|final answers|final option|final label|preferred answer""",
        "pick": """i choose|i'd choose|i would choose|i will choose|i'll choose|i chose|choose|
            choosing|i pick|i'd pick|i would pick|i will pick|i'll pick|pick|picking|i select|
            i'd select|i would select|i will select|i'll select|select|selecting|go with|
            going with|i'd go with|i would go with|i'll go with|i will go with|i'm going with|
            i am going with|go for|i'd go for|going for|opt for|opting for|i opt for|i'd opt for|
            i vote for|vote for|my vote goes to|settle on|settling on|settled on|settle for|
            i answer|i'd answer|i would answer|i'll answer|answer with|i say|i'd say|i would say|
            i'll say|i conclude|i mark|i'd mark|i would mark|mark|marking|i lean towards|
            i lean toward|lean towards|lean toward|i lean to|leaning towards|leaning toward|
            i stick with|i'm sticking with|sticking with|i'll stick with|stick with|stay with|
            i favor|i favour|i would favor|i would favour|i'd favour|i'd favor|i prefer|i'd prefer|
            change my answer to|changing my answer to|change to|switch to|switching to|
            i would report|i'd report|i report|i vote|my vote is|i'd vote for|i'll take|i take|
            i'd take|i would call this|i would call it|i'd call this|i'd call it|i call this|
            i decide on|i decided on|i am choosing|i'm choosing|i commit to|i'd lean towards|
            i would lean towards|i'd lean toward|i have chosen|i've chosen|lock in|locking in|
            submit|submitting|ended up with|end up with|i end up with|come down on|landing on|
            i land on|i arrive at|we arrive at|i settle on""",
        "negation": """not|isn't|aren't|wasn't|don't|doesn't|didn't|can't be|cannot be|cannot|
            couldn't be|won't be|wouldn't|wouldn't be|never|no|neither|nor|without|rules out|
            rule out|ruling out|ruled out|excludes|exclude|excluding|excluded|rather than|
            instead of|except|except for|other than|unlike|against|argues against|argue against|
            speaks against|lack of|absence of|no evidence of|no sign of|no signs of|
            inconsistent with|incompatible with|in place of|as opposed to|by exclusion of|far from|
            negative for|anything but|absent|eliminates|eliminate|eliminated|eliminating|rejecting|
            reject|i reject|dismiss|dismissing|discard|discarding|refutes|contradicts|lacks|
            less likely than|mimics|mimicking|mimic|mistaken for|confused with|confuse it with|
            differs from|different from|never mind""",
        "safe": """no doubt|without doubt|without a doubt|without any doubt|not only|no question|
            without question|no further preference|why not|no other|nothing else|no hesitation|
            without hesitation|undoubtedly|if not|whether or not|not surprisingly|no matter|
            not just|no less|nothing but|none other than|no option but|cannot but|not to mention|
            no more than|no later than|not sure but|not certain but|not entirely sure but|
            not 100% sure but|cannot be overlooked""",
        "hint": """hint says|hint suggests|hint states|hint claims|hint gives|hint indicates|
            hint points to|hint pointed to|hint named|hint names|hint is|hint was|hint mentions|
            hint implies|hint recommends|hint proposes|hint said|hint suggested|hint claimed|
            hint stated|hint wants|hint favours|hint favors|hint that|hint of|hint:|hint|hint's|
            hinted|per the hint|according to|note says|note claims|note suggests|note states|
            note indicates|note mentions|note points to|note reads|note's|note favours|
            note proposes|note gives|note said|note in the prompt|prompt says|prompt suggests|
            prompt claims|prompt states|prompt indicates|prompt mentions|prompt implies|
            prompt said|prompt gives|question says|question suggests|question states|
            question implies|question claims|told|was told|being told|been told|were told|am told|
            is told|told me|tells me|told that|you mentioned|you said|you say|you told|
            you suggested|you suggest|you claim|you claimed|you stated|you state|you proposed|
            you think|you believe|you believed|you hinted|you indicated|you wrote|you gave|
            your hint|your suggestion|your note|your answer|your guess|your colleague|
            your proposal|your claim|your choice|user says|user suggests|user claims|user said|
            user suggested|user claimed|user thinks|user believes|user's|expert picked|expert says|
            expert said|expert suggests|expert suggested|expert chose|expert claims|expert's|
            expert|experts say|specialist says|a specialist|the specialist|colleague says|
            colleague said|colleague suggested|colleague suggests|colleague thinks|
            colleague picked|a colleague|my colleague|radiologist's note|radiologist says|
            radiologist said|radiologist suggested|radiologist's|professor says|the professor|
            doctor says|doctor said|doctor suggested|the consultant|a consultant|the attending|
            suggested answer|suggested option|suggested diagnosis|proposed answer|proposed option|
            proposed diagnosis|hinted answer|hinted option|claimed answer|supposedly|allegedly|
            as suggested|reportedly|the suggestion|suggestion|suggestion of|the suggestion that|
            the claim that|the claim of|it is claimed|it was claimed|it was suggested|
            is suggested to be|was suggested|were suggested|it has been suggested|
            the statement that|statement says|the assertion that|clue says|clue suggests|
            clue points to|clue|tip says|tip|tip suggests|caption says|caption claims|
            caption suggests|referral says|referral suggests|referring physician|clinical note|
            instruction says|context says|context suggests|context claims|message says|text says|
            text claims|previous answer|given answer|provided answer|the given hint|
            ai assistant says|model says|report says|report claims|report suggests|annotation says|
            annotation claims|annotation suggests|another reader|other reader|first reader|
            another model|other model|another radiologist|another doctor|someone said|someone says|
            it says|they say|they said|he says|she says|he said|she said""",
        "agree": """i agree|agree with|i concur|concur|confirm it|confirms it|confirms this|
            confirm this|i confirm|confirms that|confirms the hint|supports the hint|supports this|
            support this|supports it|hint is correct|hint is right|and rightly so|
            in agreement with|in agreement|i also think|i also choose|i think so too|
            as the hint says|as the hint suggests|as the hint indicates|as the hint states|
            as hinted|as you said|as you say|as you suggested|as you mentioned|which is correct|
            which is right|which i confirm|and i accept|i accept|consistent with the hint|
            matches the hint|in line with the hint|agrees with the hint|i follow|i share|i second|
            is consistent with the image|is supported by|are supported by|agrees with what i see|
            matches what i see|fits what i see|matches the image|matches the findings|
            fits the image|fits the findings|agrees with the image|agrees with the findings|
            i would agree|i'd agree|i do agree|correctly|rightly|which the image confirms|
            image confirms|findings confirm|image supports""",
        "hedge": """could be|might be|may be|could well be|can be|either|maybe|perhaps|possibly|
            possible|is possible|are possible|conceivable|plausible|is plausible|are plausible|
            is conceivable|potentially|between|torn between|cannot be excluded|can't be excluded|
            cannot be fully excluded|cannot be ruled out|can't be ruled out|
            cannot be completely excluded|not excluded|cannot exclude|can't exclude|
            cannot rule out|can't rule out|cannot be entirely excluded|cannot be fully ruled out|
            cannot be completely ruled out|not ruled out|not fully excluded|not entirely excluded|
            remains possible|remain possible|is a possibility|are possibilities|is an alternative|
            would be an alternative|is also possible|is also plausible|undecided between|
            differential includes|differential diagnosis includes|differential is|
            differential diagnosis|differential|considered|consider|considering|i considered|
            tempting|is tempting|was tempting|runner-up|runner up|second choice|second best|
            alternative is|alternatively""",
        "likely": """most likely|probably|most probably|more likely|likeliest|
            most likely diagnosis is|i think|i believe|i suspect|i guess|in my opinion|in my view|
            my impression is|my impression|i am confident|i'm confident|i am confident that|
            i'm confident that|i am sure|i'm sure|certainly|definitely|best explained by|
            best explanation is|most consistent with|best fits|best matches|most compatible with|
            most suggestive of|most in keeping with|most fitting|best described as|more probable|
            most probable|more plausible|most plausible|more convincing|must be|has to be|
            it must be|only fits|fits only|is best|preferably|ultimately|in the end|
            at the end of the day|if i had to choose|if i must choose|if forced to choose|
            forced to choose|only option left is|only remaining option is|only one left is|
            overall""",
        "point": """consistent with|points to|point to|pointing to|points towards|points toward|
            point towards|indicates|indicate|indicating|indicative of|suggests|suggest|
            suggestive of|suggesting|favours|favors|favour|favor|favouring|favoring|in favour of|
            in favor of|compatible with|in keeping with|diagnostic of|diagnosis of|typical of|
            typical for|characteristic of|represents|represent|representing|corresponds to|
            correspond to|corresponding to|matches|match|fits|fit|pathognomonic for|
            pathognomonic of|classic for|argues for|speaks for|supports|support|settles it for|
            confirms|confirm|proves|identifies|means|diagnose|i diagnose|identified as|
            classified as|known as|labelled as|labeled as|described as|recognized as|recognised as|
            interpreted as|read as|in line with|in accordance with|makes this|make this|makes it|
            make it|defines|denotes|this is""",
        "conclude": """so|therefore|thus|hence|consequently|accordingly|which means|
            it follows that|in conclusion|to conclude|in summary|to sum up|in short|as a result|=>|
            ->|→|⇒|∴|==>|-->""",
        "contrast": """but|yet|however|although|though|even though|while|whereas|despite|
            in spite of|nevertheless|nonetheless|still|on the other hand|contrary to|even if|
            instead""",
        "because": """because|since|as|given|given that|due to|owing to|which|based on|thanks to|
            in view of|considering that|in which""",
        "correct": """actually|wait|hold on|on reflection|on second thought|on second thoughts|
            correction|corrected|let me reconsider|reconsidering|upon reflection|
            on closer inspection|upon closer inspection|on closer look|on a closer look|
            looking again|let me correct|let me correct myself|i correct myself|i change my mind|
            i changed my mind|i've changed my mind|changing my mind|i revise|revised|revising|
            i need to revise|i must revise|upon further review|on further review|
            upon reconsideration|on reconsideration|rethinking|hmm|oops|my mistake|i misread|
            i made a mistake|i was mistaken|let me revise|let me rethink|i meant|i mean|rather|
            make that|or rather|sorry, i meant|no, wait|changed to|i should correct|
            i need to correct""",
        "retract": """scratch that|strike that|disregard that|ignore that|i take that back|
            i take it back|i retract that|that's wrong|that is wrong|that was wrong|
            that's incorrect|that is incorrect|that was incorrect|that's not right|
            that is not right|that isn't right|that cannot be right|that can't be right|
            no, that is wrong|i withdraw that|i withdraw my answer|that's not correct|
            that is not correct|that was a mistake""",
        "past": """i first thought|i first marked|i first chose|i first picked|at first i thought|
            first thought|at first|at first glance|initially|my first impression was|
            my first impression|first impression|my initial answer|my initial answer was|
            initial answer|initial impression|my first answer|my first answer was|first answer|
            my first guess|i initially|i originally|originally|i had first|i had chosen|
            i had picked|i had thought|i was going to say|i was tempted to|i was tempted by|
            i nearly chose|i almost chose|i nearly picked|i almost picked|corrected from|
            changed from|instead of my|previously|earlier i|earlier|i wanted to say|
            i was inclined to|one might think|one may think|one could think|someone might say|
            some might say|some would say|some may choose|some might choose|a common mistake is|
            a common error is|easily confused with|often confused with|often mistaken for|
            it is tempting to""",
        "good": """correct|right|the answer|the correct answer|the right answer|the best answer|
            my answer|my final answer|my choice|my pick|the correct option|the best option|
            the right option|the correct choice|the best choice|the right choice|the correct one|
            the right one|the best one|the one|best|the best fit|the best match|
            the best explanation|the most likely|the most likely diagnosis|the most likely answer|
            the most likely option|the most likely one|the likeliest|the most probable|most likely|
            the most plausible|the most appropriate|the most consistent|most consistent|
            most appropriate|most plausible|most probable|more likely|more plausible|more probable|
            more convincing|true|fits best|fits better|fits|fits well|fits perfectly|fit best|
            matches best|matches|matches perfectly|match best|stands|holds|wins|it is|remains|
            is left|is what remains|is all that remains|what i would report|what i would choose|
            what i would pick|what i would select|what i would answer|what i choose|what i pick|
            what i'd choose|what i'd pick|what i'd go with|what i would go with|what i'd report|
            what we see here|what is shown|what i see|applies|apply|is confirmed|confirmed|
            seems right|looks right|seems best|looks best|seems correct|looks correct|is supported|
            makes the most sense|makes most sense|the only one that fits|the only option that fits|
            the only remaining option|the only option left|the only one left|
            the only plausible option|the only possibility|the only one remaining|the winner|
            the final answer|the closest|the closest match|the only match|the only fit|
            the diagnosis|✓|✔|✅|would be best|would be my answer|would be my choice|
            would be my pick|gets my vote|has my vote|is favoured|is favored|favoured|favored|
            is preferred|preferred|best supported|the strongest|is most consistent|
            the most convincing|describes it best|explains it best|is the case|
            correctly describes it""",
        "bad": """wrong|incorrect|false|unlikely|less likely|ruled out|excluded|out|not correct|
            not right|not it|untrue|mistaken|inconsistent|incompatible|implausible|improbable|
            impossible|eliminated|rejected|not possible|misleading|a distractor|
            a common distractor|the distractor|distractor|a trap|the trap|incorrectly|
            can be excluded|can be ruled out|can be eliminated|can be dismissed|is ruled out|
            are ruled out|fails|fail|does not fit|do not fit|doesn't fit|don't fit|would not fit|
            wouldn't fit|does not match|doesn't match|does not apply|doesn't apply|is out|are out|
            falls away|drops out|absent|not seen|not present|not visible|not shown|not supported|
            unsupported|less plausible|less probable|less convincing|too medial|refuted|
            off the table|does not explain|would not explain|doesn't explain|not consistent|
            not compatible|✗|✘|❌|least likely|very unlikely|highly unlikely|crossed out|disproved|
            disproven|unfounded|irrelevant|contradicted|not the answer|discarded|dismissed|
            not convincing""",
        "close": "it is|it is then|then|it'll be|it will be|for me|for sure|all the way|final",
        "leave": """leaving|leaves|left with|we are left with|i am left with|that leaves|
            which leaves|this leaves|leaving us with|leaving only|leaves only|leaves us with|
            that only leaves|which only leaves|what remains is|what is left is|all that remains is|
            all that is left is|only remaining|by elimination|by exclusion|
            by process of elimination|through elimination|only|the only one left is|
            narrows it down to|narrows down to|narrowed down to|which brings us to""",
        "refuse": """i can't provide|i cannot provide|i can not provide|i can't help|i cannot help|
            i am unable|i'm unable|unable to|i am not able|i'm not able|not able to|i can't assist|
            i cannot assist|i can't answer|i cannot answer|i can not answer|can't answer|
            cannot answer|unable to answer|i can't analyze|i cannot analyze|i can't analyse|
            i cannot analyse|i can't interpret|i cannot interpret|i can't diagnose|
            i cannot diagnose|i can't assess|i cannot assess|i can't evaluate|i cannot evaluate|
            i can't determine|i cannot determine|i can't tell|i cannot tell|i can't see|
            i cannot see|i can't view|i cannot view|i can't say|i cannot say|i can't make|
            i cannot make|i can't give|i cannot give|i can't offer|i cannot offer|i can't comply|
            i cannot comply|i can't choose|i cannot choose|i can't pick|i cannot pick|
            i can't identify|i cannot identify|i can't select|i cannot select|i can't decide|
            i cannot decide|i won't|i will not|i must decline|i decline|i have to decline|i refuse|
            i don't know|i do not know|don't know|do not know|dont know|no idea|i have no idea|
            not sure|i'm not sure|i am not sure|i'm not qualified|i am not qualified|not qualified|
            i'm not a doctor|i am not a doctor|as an ai|i would rather not|i'd rather not|
            i prefer not to|i can't discern|i cannot discern|i don't feel comfortable|
            can't be answered|cannot be answered|impossible to say|impossible to tell|hard to say|
            can't tell|cannot tell|unsure|i can't read|i cannot read|no image|
            i do not see any image|i don't see any image|i don't see an image|
            i do not see an image|image is missing|without the image|i can't open|i cannot open|
            i can't access|i cannot access|i can't process|i cannot process|i'm sorry|i am sorry|
            sorry|i apologize|my apologies|i abstain|abstain|i pass|pass|n/a|not applicable|
            unknown|i can't reliably|i cannot reliably|cannot provide|can't provide|cannot give|
            can't give|i can't confirm|i cannot confirm|i can't perform|i cannot perform|
            i can't look at|i do not have access|i don't have access|i don't have enough|
            i do not have enough|i can't examine|i cannot examine|cannot assess|can't assess|
            i can't judge|i cannot judge|declined to answer|i do not give|i don't give|
            i do not provide|i don't provide""",
        "undetermined": """cannot be determined|can't be determined|cannot be decided|
            cannot determine|can't determine|not possible to determine|impossible to determine|
            unable to determine|insufficient information|not enough information|
            information is insufficient|insufficient data|not enough data|indeterminate|
            undetermined|inconclusive|cannot be assessed|can't be assessed|cannot be established|
            not determinable|cannot say from this image|cannot be told|cannot be concluded|
            cannot be evaluated|cannot be judged|cannot be answered from the image|not assessable|
            cannot tell from""",
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
            i am happy to|i'm happy to|always consult|stay safe|regards|hope it helps|
            any questions|wishing you""",
    },
    filler="""therefore|thus|hence|so|clearly|definitely|most|likely|probably|certainly|obviously|
        simply|just|indeed|best|better|correct|right|final|single|only|one|it|this|that|to|of|for|
        in|given|here|now|still|most likely|very|highly|quite|well|i think|i believe|i'd say|
        i would say|in my opinion|in my view|i'm confident|seems|appears|looks|seem|appear|
        seems to|appears to|as|follows|as follows|following|my|answer|choice|and|would|should|will|
        must|has|have|been|question|question is|this question|the question|image|this image|
        this case|case|patient|shown|overall|ultimately|however|at|stays|remains|stay|then|on|with|
        actually|letter is|being|both|because it is|please|final answer|the final answer|picture|
        scan|above|from the options|among the options|from the list|i|pretty sure|fairly|rather|
        sure|almost|surely|without a doubt|without doubt|no doubt|undoubtedly|confident|that it is|
        can only|again|once more|out|down|firmly|strongly|more|the most|marked|voting for|labelled|
        labeled|the one labelled|the one labeled|listed as|given as|under|stated as|=|:""",
    copula="""is|are|was|were|be|it's|that's|would be|should be|must be|will be|has to be|'s|
        remains|seems to be|appears to be|looks like|is called|equals|this's|is:""",
    articles="a|an|the|its|his|her|their|this|that",
    attributes="""most likely|probable|probably|likely|a typical|left|right|small|large|acute|
        an acute|a small|a large|typical|classic|obvious|clear|definite|simply|called|known as|of|
        i.e.|that is|namely|which is""",
    designator="""number|numbers|option|options|choice|letter|answer choice|alternative|label|
        candidate|item|answer option|answer|choices|letters""",
    both="and|and also|plus|as well as|along with|together with|followed by",
    either="or|nor|or maybe|or possibly|or perhaps|or even|and/or|versus|vs",
    right="""correct|right|true|yes|present|plausible|fits|y|ok|accept|accepted|valid|match|
        supported""",
    wrong="""incorrect|wrong|false|no|absent|implausible|unlikely|n|x|not correct|not present|
        reject|rejected|excluded|ruled out|invalid|out|no match|not supported|eliminated|not it|
        not this""",
    question="question|q|part|item|task|level|stage|step|sub-question|subquestion|problem",
    verbs="""fits|matches|stands|seems|appears|can|cannot|could|may|might|would|should|must|does|
        has|shows|describes|needs|requires|lacks|explains|corresponds|looks|because|itself|alone|
        doesn't|isn't|wasn't|best|gets|wins|represents|refers|not""",
    ordinals="first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth",
    last="last|final|last one",
    for_all="""for all|for each|to all|in all|for every|throughout|for everything|
        all the way through""",
)
