"""Indonesian phrases."""

from judgekit.mcq.lexicon import Lexicon

LEXICON = Lexicon(
    code="id",
    markers="""jawaban|jawabannya|adalah|yang|benar|tepat|pilihan|saya|memilih|bukan|tidak|karena|
        dengan|gambar|ini|itu|dan|atau|tetapi|pilih|salah|jadi|menurut|maaf|kunci|bisa|dapat|opsi|
        petunjuk|sebenarnya|untuk|pertanyaan|keduanya|oleh""",
    tables={
        "cue": """jawaban|jawabannya|jawaban akhir|jawaban benar|jawaban yang benar|
            jawaban yang tepat|jawaban saya|pilihan yang benar|pilihan yang tepat|
            jawaban yang paling tepat|kunci jawaban|pilihan saya|kesimpulan|diagnosis|
            jawaban terbaik|yang benar|yang tepat|opsi yang benar|opsi yang tepat""",
        "pick": """saya memilih|saya pilih|pilih|memilih|saya menjawab|saya akan memilih|
            saya cenderung memilih|saya mengubah jawaban menjadi|saya ambil""",
        "negation": """bukan|tidak|bukanlah|tanpa|kecuali|selain|daripada|menyingkirkan|tidak ada|
            belum|alih-alih""",
        "safe": "tidak diragukan|tanpa ragu|tidak hanya|bukan hanya",
        "hint": """petunjuk|menurut petunjuk|petunjuk mengatakan|menurut|anda mengatakan|
            anda menyebutkan|diberitahu|diberi tahu|catatan|ahli|rekan|saran|disarankan|konon""",
        "agree": "saya setuju|setuju dengan|mengonfirmasi|membenarkan",
        "hedge": """mungkin|bisa jadi|bisa|kemungkinan|antara|entah|barangkali|
            tidak dapat disingkirkan""",
        "likely": """paling mungkin|kemungkinan besar|lebih mungkin|saya pikir|menurut saya|
            saya rasa|saya yakin|saya percaya|sepertinya""",
        "point": """sesuai dengan|menunjukkan|mengarah ke|mengarah pada|khas untuk|merupakan|
            konsisten dengan|mendukung""",
        "conclude": "jadi|maka|oleh karena itu|dengan demikian|sehingga|karena itu|kesimpulannya",
        "contrast": "tetapi|namun|melainkan|tapi|meskipun|sedangkan|walaupun|akan tetapi",
        "because": "karena|sebab|dengan|jika|yang|mengingat",
        "correct": "sebenarnya|tunggu|koreksi|setelah dipikir|ralat|maksud saya",
        "retract": "itu salah|itu tidak benar",
        "past": "awalnya|semula|pada awalnya|mula-mula",
        "good": """benar|tepat|jawaban yang benar|jawabannya|paling tepat|sesuai|paling sesuai|
            jawaban yang tepat|betul""",
        "bad": "salah|tidak benar|tidak tepat|keliru|tidak sesuai|tidak mungkin|kurang tepat",
        "leave": "tersisa|yang tersisa|hanya|tinggal|menyisakan|hanya tersisa",
        "refuse": """saya tidak dapat|saya tidak bisa|maaf|saya tidak tahu|tidak tahu|
            saya tidak mampu|mohon maaf|tidak dapat memberikan|tidak bisa memberikan""",
        "undetermined": "tidak dapat ditentukan|tidak bisa ditentukan|informasi tidak cukup",
        "none_of": "tidak ada yang benar|bukan salah satu di atas|tidak satu pun",
        "all_of": "semua benar|semuanya|semua di atas|semua jawaban",
        "all_but": "semua kecuali|semuanya kecuali",
        "courtesy": "terima kasih|semoga membantu|semoga bermanfaat|salam",
    },
    filler="""adalah|ialah|yaitu|yang|benar|tepat|paling|pilihan|opsi|jawaban|jelas|pasti|di|sini|
        ini|saya|yakin|seharusnya|huruf|mungkin|kemungkinan|besar|untuk|akhir|menurut|terbaik|itu|
        jadi|maka|sesuai""",
    copula="adalah|ialah|yaitu|merupakan|yakni",
    articles="sebuah|suatu|yaitu|yakni|adalah|sang",
    designator="pilihan|opsi|jawaban|huruf|option",
    both="dan|serta",
    either="atau|maupun",
    right="benar|betul|ya|tepat|sesuai",
    wrong="salah|tidak|keliru|tidak benar|tidak tepat",
    question="pertanyaan|soal|bagian|nomor",
    ordinals="pertama|kedua|ketiga|keempat|kelima",
    last="terakhir",
    for_all="untuk semua|untuk semuanya|semua pertanyaan",
)
