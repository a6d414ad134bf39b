/** How a saying becomes words, by the sentences of a language: the same rules as src/pokerroom/words/catalogue.py. */

import type { Saying } from "../wire";

/** A sentence, or one for each number. */
export type Entry = string | Record<string, string>;
export type Sentences = Record<string, Entry>;

/** Words with the cards among them apart, so that they can be shown to the eye and read to the ear. */
export type Piece = string | { cards: readonly string[] };

/** How this page sets what the room writes plainly. */
export interface Setting {
  dollars: (cents: number) => string;
  /** The rank of a card among others, by its letter. */
  letter: (rank: string) => string;
  /** The words of a sentence, and the name of a game. */
  text: (words: string) => string;
  /** A card by its number. */
  card: (number: number) => string;
  /** A moment in ISO 8601, in the zone of whoever reads it. */
  time: (moment: string) => string;
}

class Words {
  constructor(readonly pieces: readonly Piece[]) {}
}

/** A saying whose values may be in words already. */
interface Said {
  key: string;
  values: Record<string, Given>;
}

type Given = number | string | Saying | Words | readonly Given[];
type Form = (value: Given) => Given;

interface Part {
  words: string;
  name: string | null;
  forms: readonly string[];
}

const isSaying = (value: Given): value is Saying => typeof value === "object" && "key" in value;
const isMany = (value: Given): value is readonly Given[] => Array.isArray(value);
/** A value that is a text or a number. */
const textOf = (value: Given): string => (typeof value === "object" ? "" : String(value));
/** Whatever stands between braces is a value; two braces are one. */
const VALUE = /\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g;

function partsOf(sentence: string): Part[] {
  const found: Part[] = [];
  let words = "";
  let from = 0;
  for (const match of sentence.matchAll(VALUE)) {
    words += sentence.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === undefined) words += match[0][0];
    else {
      found.push({ words, name: match[1], forms: match[2] ? match[2].split("|") : [] });
      words = "";
    }
  }
  return [...found, { words: words + sentence.slice(from), name: null, forms: [] }];
}

function capitalized(words: Words): Words {
  const [first = "", ...rest] = words.pieces;
  return typeof first === "string" ? new Words([first.slice(0, 1).toUpperCase() + first.slice(1), ...rest]) : words;
}

export class Catalogue {
  readonly #parts = new Map<string, readonly Part[]>();
  readonly #forms: Record<string, Form>;

  constructor(
    private readonly sentences: Sentences,
    private readonly setting: Setting,
    private readonly plural: (count: number) => string = (count) => (count === 1 ? "one" : "other"),
  ) {
    this.#forms = {
      $: this.#each(setting.dollars),
      seat: this.#each((seat) => String(seat + 1)),
      card: (value) => this.#card(value),
      cards: (values) => new Words([{ cards: (values as readonly Given[]).map((each) => this.#cardText(each)) }]),
      number: this.#each((number) => this.#lookedUp("list.number", number) as string),
      time: (value) => setting.time(textOf(value)),
      rank: (value) => this.#lookedUp("list.rank", value),
      ranks: (value) => this.#lookedUp("list.ranks", value),
      letter: (value) => (isMany(value) ? value.map(textOf).map(setting.letter) : setting.letter(textOf(value))),
      title: (value) => setting.text(textOf(value)),
      start: (value) => this.#start(value),
      sentences: (values) => this.#joined(values, " "),
      and: (values) => this.#and(values),
      ",": (values) => this.#joined(values, ", "),
      ";": (values) => this.#joined(values, "; "),
      "-": (values) => this.#joined(values, "-"),
      first: (value) => capitalized(this.#plainly(value)),
    };
  }

  /** The words for it: as few pieces as can be, for a screen reader may leave out a space that stands alone. */
  says(what: Saying): readonly Piece[] {
    const found: Piece[] = [];
    for (const piece of this.#says(what).pieces) {
      const last = found.at(-1);
      if (typeof piece === "string" && typeof last === "string") found.splice(-1, 1, last + piece);
      else found.push(piece);
    }
    return found;
  }

  #says(what: Said): Words {
    const pieces: Piece[] = [];
    for (const part of this.#partsOf(this.#sentence(what))) {
      if (part.words) pieces.push(this.setting.text(part.words));
      if (part.name !== null) pieces.push(...this.#given(what, part).pieces);
    }
    return new Words(pieces);
  }

  /** A key without a sentence is said by its name: a page that is older than the room still shows what it can. */
  #sentence(what: Said): string {
    const entry = this.sentences[what.key];
    if (typeof entry !== "object") return entry ?? what.key;
    const count = Number(what.values.count ?? 0);
    return entry[String(count)] ?? entry[this.plural(count)] ?? entry.other ?? what.key;
  }

  #partsOf(sentence: string): readonly Part[] {
    let parts = this.#parts.get(sentence);
    if (!parts) this.#parts.set(sentence, (parts = partsOf(sentence)));
    return parts;
  }

  #given(what: Said, part: Part): Words {
    let value: Given = what.values[part.name!] ?? "";
    for (const form of part.forms) value = this.#forms[form]?.(value) ?? value;
    return this.#plainly(value);
  }

  #plainly(value: Given): Words {
    if (value instanceof Words) return value;
    if (isMany(value)) return this.#joined(value, ", ");
    return isSaying(value) ? this.#says(value) : new Words([String(value)]);
  }

  /** A form of numbers: what is in words already stays as it is. */
  #each(form: (value: number) => string): Form {
    const given: Form = (value) =>
      isMany(value) ? value.map(given) : typeof value === "number" ? form(value) : this.#plainly(value);
    return given;
  }

  #start(value: Given): Given {
    if (isMany(value)) return value.map((each) => this.#start(each));
    return typeof value === "object" && isSaying(value) ? capitalized(this.#says(value)) : value;
  }

  #card(value: Given): Given {
    return isMany(value) ? value.map((each) => this.#card(each)) : new Words([{ cards: [this.#cardText(value)] }]);
  }

  #cardText(value: Given): string {
    return typeof value === "number" ? this.setting.card(value) : textOf(value);
  }

  #joined(values: Given, between: string): Words {
    const all = (values as readonly Given[]).map((each) => this.#plainly(each));
    return new Words(all.flatMap((words, place) => (place ? [between, ...words.pieces] : words.pieces)));
  }

  #and(values: Given): Words {
    const all = values as readonly Given[];
    const last = this.#plainly(all.at(-1) ?? "");
    if (all.length < 2) return last;
    return this.#says({ key: "list.and", values: { others: this.#joined(all.slice(0, -1), ", "), last } });
  }

  /** In words as far as the language has them here. */
  #lookedUp(table: string, value: Given): Given {
    if (isMany(value)) return value.map((each) => this.#lookedUp(table, each));
    const entry = this.sentences[table];
    return (typeof entry === "object" ? entry[textOf(value)] : undefined) ?? textOf(value);
  }
}
