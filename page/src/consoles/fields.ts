/** What a form asks for each field of an order, from its JSON schema: so no order needs a form of its own. */

import type { Field } from "./orders";

export type Kind =
  | "seat"
  | "place"
  | "person"
  | "cards"
  | "choice"
  | "yes or no"
  | "money"
  | "number"
  | "date"
  | "text"
  | "list"
  | "group";

export interface Input {
  name: string;
  kind: Kind;
  label: string;
  needed: boolean;
  choices: (string | number)[];
  /** Of a group: its own fields; of a list: those of one item. */
  inputs: Input[];
  /** Of a list of plain values: what one of them is. */
  item: Input | null;
  first: unknown;
}

const MONEY = new Set(["amount", "to", "minimum", "closer", "drop", "expected", "chip", "bill", "coin"]);
/** Of what the room tells, besides. */
const TOLD_MONEY = new Set(["balance", "debits", "credits"]);
export const isMoney = (name: string): boolean => MONEY.has(name) || TOLD_MONEY.has(name);

const CARDS = new Set(["card", "cards", "replacement"]);

/** The schema behind a reference, without the choice of saying nothing. */
export function resolved(field: Field, parts: Record<string, Field>): { field: Field; optional: boolean } {
  if (field.$ref) {
    const { field: found, optional } = resolved(parts[field.$ref.split("/").at(-1)!] ?? {}, parts);
    return { field: { ...found, description: field.description ?? found.description }, optional };
  }
  const some = field.anyOf?.filter((each) => each.type !== "null");
  if (field.anyOf && some && some.length === 1) {
    const inner = resolved(some[0]!, parts).field;
    return { field: { ...inner, default: field.default }, optional: some.length < field.anyOf.length };
  }
  return { field, optional: false };
}

function kindOf(name: string, field: Field): Kind {
  if (name === "seat" || name === "seats") return field.type === "array" ? "list" : "seat";
  if (name === "number") return "place";
  if (field.enum) return "choice";
  if (field.type === "boolean") return "yes or no";
  if (field.type === "array") return "list";
  if (field.type === "object") return "group";
  if (field.type === "integer" || field.type === "number") return MONEY.has(name) ? "money" : "number";
  if (field.format === "date") return "date";
  if (name === "player") return "person";
  return CARDS.has(name) ? "cards" : "text";
}

/** `carried_by` as people read it. */
export const labelled = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** `OpenTable` as people read it: open table. */
export const spaced = (type: string): string => labelled(type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());

export function inputOf(name: string, schema: Field, parts: Record<string, Field>, needed: boolean): Input {
  const { field, optional } = resolved(schema, parts);
  const kind = kindOf(name, field);
  const item = kind === "list" && field.items ? inputOf(singular(name), field.items, parts, true) : null;
  return {
    name,
    kind,
    label: labelled(name),
    needed: needed && !optional,
    choices: (field.enum ?? []).filter((each): each is string | number => each !== null),
    inputs: kind === "group" ? inputsOf(field, parts) : [],
    item,
    first: schema.default ?? field.default,
  };
}

const singular = (name: string): string => name.replace(/(?<=sh)es$|s$/, "");

/** The fields of an order, or of a part of one; what tells kinds apart is not asked. */
export function inputsOf(schema: Field, parts: Record<string, Field> = schema.$defs ?? {}): Input[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => name !== "type" || !field.enum || field.enum.length > 1)
    .map(([name, field]) => inputOf(name, field, parts, schema.required?.includes(name) ?? false));
}

/** What a form shows before anything was entered. */
export function beginning(input: Input): unknown {
  if (input.first !== undefined && input.first !== null) return structuredClone(input.first);
  if (input.kind === "list") return [];
  if (input.kind === "group") return Object.fromEntries(input.inputs.map((each) => [each.name, beginning(each)]));
  if (input.kind === "yes or no") return false;
  return null;
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

/** The fields inside a field: of a group its own, of a list those of every item. */
function partsOf(input: Input, value: unknown): { inputs: readonly Input[]; values: Record<string, unknown> }[] {
  if (input.kind === "group" && value) return [{ inputs: input.inputs, values: value as Record<string, unknown> }];
  const item = input.item;
  if (item?.kind !== "group") return [];
  return ((value ?? []) as Record<string, unknown>[]).map((values) => ({ inputs: item.inputs, values }));
}

/** Which needed field nothing was entered in yet; its label. */
export function missingIn(inputs: readonly Input[], values: Record<string, unknown>): string | null {
  for (const input of inputs) {
    const value = values[input.name];
    if (input.needed && !isSaid(value)) return input.label;
    for (const part of partsOf(input, value)) {
      const inner = missingIn(part.inputs, part.values);
      if (inner) return inner;
    }
  }
  return null;
}

/** What was entered, without what was left open. */
export function said(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isSaid(value)));
}
