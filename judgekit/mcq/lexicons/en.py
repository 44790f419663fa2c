"""English phrases."""

from judgekit.mcq.lexicon import Lexicon
from judgekit.mcq.lexicons.en_context import CONTEXT

LEXICON = Lexicon(
    code="en",
    letter_words="a|i",
    tables={
        **CONTEXT,
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
        "negation": """incorrect:|wrong:|false:|not correct:|rejected:|excluded:|ruled out:|
            eliminated:|not|isn't|aren't|wasn't|don't|doesn't|didn't|can't be|cannot be|cannot|
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
        "contrast": """regardless of|irrespective of|independent of|independently of|ignoring|
            disregarding|setting aside|leaving aside|notwithstanding|but|yet|however|although|
            though|even though|while|whereas|despite|in spite of|nevertheless|nonetheless|still|
            on the other hand|contrary to|even if|instead""",
        "because": """because|since|as|given|given that|due to|owing to|which|based on|thanks to|
            in view of|considering that|in which""",
        "good": """the better choice|the better option|the better answer|the better fit|
            the better match|a better fit|a better match|a better choice|better|the more likely|
            the more plausible|the best supported|the best description|
            consistent with the findings|correct|right|the answer|the correct answer|
            the right answer|the best answer|my answer|my final answer|my choice|my pick|
            the correct option|the best option|the right option|the correct choice|the best choice|
            the right choice|the correct one|the right one|the best one|the one|best|the best fit|
            the best match|the best explanation|the most likely|the most likely diagnosis|
            the most likely answer|the most likely option|the most likely one|the likeliest|
            the most probable|most likely|the most plausible|the most appropriate|
            the most consistent|most consistent|most appropriate|most plausible|most probable|
            more likely|more plausible|more probable|more convincing|true|fits best|fits better|
            fits|fits well|fits perfectly|fit best|matches best|matches|matches perfectly|
            match best|stands|holds|wins|it is|remains|is left|is what remains|is all that remains|
            what i would report|what i would choose|what i would pick|what i would select|
            what i would answer|what i choose|what i pick|what i'd choose|what i'd pick|
            what i'd go with|what i would go with|what i'd report|what we see here|what is shown|
            what i see|applies|apply|is confirmed|confirmed|seems right|looks right|seems best|
            looks best|seems correct|looks correct|is supported|makes the most sense|
            makes most sense|the only one that fits|the only option that fits|
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
    right="""consistent|consistent with the findings|consistent with the image|likely|most likely|
        best|fits best|fits the findings|fits the image|best match|most consistent|best fit|
        correct|right|true|yes|present|plausible|fits|y|ok|accept|accepted|valid|match|
        supported""",
    wrong="""not consistent|inconsistent|not consistent with the findings|less likely|not likely|
        incorrect|wrong|false|no|absent|implausible|unlikely|n|x|not correct|not present|reject|
        rejected|excluded|ruled out|invalid|out|no match|not supported|eliminated|not it|
        not this""",
    but="but",
    question="question|q|part|item|task|level|stage|step|sub-question|subquestion|problem",
    verbs="""fits|matches|stands|seems|appears|can|cannot|could|may|might|would|should|must|does|
        has|shows|describes|needs|requires|lacks|explains|corresponds|looks|because|itself|alone|
        doesn't|isn't|wasn't|best|gets|wins|represents|refers|not""",
    cardinals="one|two|three|four|five|six|seven|eight|nine|ten",
    ordinals="first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth",
    last="last|final|last one",
    for_all="""for all|for each|to all|in all|for every|throughout|for everything|
        all the way through""",
)
