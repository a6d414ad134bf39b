"""What the room says, apart from how it is said: a `Saying` is a key and values, a `Catalogue` makes words of it.

Code says what happened; the sentences of a language are data, in the folder named for it. A sentence is the last thing
that is made, and nothing is ever read out of one.
"""

from pokerroom.words.catalogue import Catalogue, NoSentence, catalogue, said
from pokerroom.words.saying import Saying, Value, saying, term

__all__ = ["Catalogue", "NoSentence", "Saying", "Value", "catalogue", "said", "saying", "term"]
