"""What bots are called. No person may take one of these names."""

NAMES = (
    "Abel", "Agnes", "Alma", "Amos", "Anton", "Astrid", "Basil", "Bea", "Bruno", "Carla", "Cato", "Clara", "Cosmo",
    "Dora", "Edda", "Elio", "Elsa", "Enzo", "Etta", "Fay", "Felix", "Fern", "Flora", "Fritz", "Gala", "Gino", "Greta",
    "Gus", "Hazel", "Hugo", "Ida", "Igor", "Ines", "Iris", "Ivo", "Jonas", "June", "Kai", "Lars", "Lena", "Leo", "Lola",
    "Lotte", "Luca", "Mabel", "Magda", "Milo", "Mina", "Mona", "Nell", "Nico", "Nora", "Odette", "Olga", "Orson",
    "Oscar", "Otto", "Paula", "Pearl", "Petra", "Pia", "Quinn", "Ralph", "Remy", "Rosa", "Roy", "Ruth", "Sami", "Saul",
    "Selma", "Silas", "Stella", "Tess", "Theo", "Thora", "Tilda", "Una", "Vera", "Viggo", "Vita", "Walt", "Wanda",
    "Willa", "Xenia", "Yann", "Yara", "Zelda", "Zeno",
)  # fmt: skip
