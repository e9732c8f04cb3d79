import type { TypedRate } from "./amount";
import type { Leads } from "./opens";

/** Tones of a state or option: the colours of supply.md 0.3; the word is always shown beside them. */
export type Tone = "grey" | "orange" | "blue" | "green" | "red";

export type Option = { label: string; tone?: Tone };

/** Screens of a field: adding, editing, viewing. */
export type Mode = "add" | "edit" | "view";

export type FilterKind = "like" | "prefix" | "in" | "range";

/** Column options of specification section 3 that are fixed by the declaration. */
export interface ColumnOptions {
  width?: number;
  /** Of the columns without a width, the one that takes what is left is at least as wide. */
  minWidth?: number;
  fixed?: "left" | "right";
  sortable?: boolean;
  /** Not shown until the user chooses it; `asked`: not there at all until the list is asked for by that filter. */
  hide?: boolean;
  asked?: string;
  /** false: always shown, not offered in the chooser. */
  showColumn?: boolean;
  align?: "left" | "center" | "right";
  headerAlign?: "left" | "center" | "right";
  /** Explains the column in its header. */
  tooltip?: string;
  /** One line, the whole text on hover and focus (default); false wraps. */
  overHidden?: boolean;
  /** The header itself offers the choices of the column's filter. */
  filters?: boolean;
  /** Columns with the same word stand under one header. */
  group?: string;
  /** `currency`: a sum for each currency of the amount; `units/sessions`: what the sum of one is of the other's, in %. */
  summary?: "count" | "avg" | "sum" | "currency" | `${string}/${string}`;
  /** On a phone's card: a fact although it is a tag, or not at all. */
  phone?: "fact" | false;
  /** The figure leads to the rows behind it: filters of that list, of fields of the row and as they are. */
  leads?: Leads;
  /** A percentage: a bar under the number, red beyond 100; `line`: a text of numbers with commas, drawn as a line. */
  bar?: boolean | "line";
  /** What comes in is green, what goes out red. */
  signed?: boolean;
}

/** Flags that every kind of field takes. */
export interface Flags {
  label: string;
  required?: boolean;
  /** Replaces the sentence 请输入{label} / 请选择{label}. */
  requiredMessage?: string;
  help?: string;
  unit?: string;
  placeholder?: string;
  default?: string | number | boolean;
  /** In the list. */
  column?: boolean | ColumnOptions;
  /** In the filter form; how the value is compared. */
  filter?: FilterKind;
  /** Its filter is in no form until a link sets it. */
  linked?: boolean;
  /** Its filter takes one value instead of several. */
  filterOne?: boolean;
  /** May be changed in the row of the list itself, by who may edit the row. */
  inline?: boolean;
  /** Set by the server: never in a form. */
  computed?: boolean;
  readonlyIn?: readonly Mode[];
  hiddenIn?: readonly Mode[];
  /** Of a line table that is read: a column only where a row has something in it. */
  whenFilled?: boolean;
  /** Unique per tenant among living rows; the sentence of the refusal. */
  unique?: string;
  /** Not even a deleted row's value may be used again. */
  uniqueForever?: boolean;
  /** The value is sent only to holders of this permission code. */
  mask?: string;
  /** Who lacks this permission code gets `**** ` and the last four characters. */
  tail?: string;
  /** Of a `tail`: who holds the code gets the end too, and all of it by an action that is kept. */
  unmasks?: boolean;
  /**
   * Who somebody is, or where one is reached or paid: logs keep that it changed, not what it was. Fields
   * for telephones and mail addresses need not say so.
   */
  personal?: boolean;
  /** Not a column of its own table: the rule file reads and writes it (for example user.roleIds). */
  virtual?: boolean;
  /** Carried by the form without being shown: the source line of a line. */
  hidden?: boolean;
  /** Of an action: a question of its own, also where the row has a value of that name. */
  asked?: boolean;
  /** Of an action: a time for which the present one is proposed. */
  presently?: boolean;
  /** Of a line, or of what is asked: while it is empty, the form proposes the value of this other field of the row. */
  startsAs?: string;
  /**
   * Of a line: `{reference}.{fact}`, what is known of the row that a reference of the line names. Where
   * people write it themselves, it is proposed while nothing is written.
   */
  from?: string;
  /** Takes the whole width of a form; of a line, a wider column. */
  wide?: boolean;
  /** Only meant when another field has this value, or one of these; script hides it otherwise. */
  when?: readonly [field: string, ...values: string[]];
  /** Heading above this field in forms and details. */
  section?: string;
  /** A text that names a row: fields that hold the name of its declaration and its id. It links there. */
  names?: readonly [document: string, id: string];
}

interface TextFlags extends Flags, Partial<Record<"max" | "min", number>> {
  /** [rule, sentence when it does not match]. */
  pattern?: readonly [RegExp, string];
  /** `mobile`: 11 digits; `tel`: any number as people write it. `month`: kept as 202612, read and written as 2026-12. */
  input?: "text" | "tel" | "mobile" | "email" | "url" | "month";
  /** A longtext that is code: written in letters of one width, so many lines of it seen at once. */
  codeLines?: number;
  /** A text in JSON with secrets of its own: its rule keeps them apart, and logs never have them. */
  holdsSecrets?: boolean;
  /** Name of an icon of the console: lists show it as a picture. */
  icon?: boolean;
  /** Of a line: the typed code of a line of this document. Who may not choose among its rows types none. */
  codeOf?: string;
  /** Numbers of rows of these declarations, one or several: each links to its row. */
  numbersOf?: readonly string[];
}

interface NumberFlags extends Flags {
  min?: number;
  max?: number;
  /** Decimals stored and shown. */
  scale?: number;
  /** Field of its row or of the head that holds its currency; an amount has no decimals if that has none. */
  currency?: string;
  /** A rate between currencies that people type: it is held against the day's rate (`writing/rates`). */
  rate?: TypedRate;
  /** Computed: empty until something worked it out. Others of these start as 0, which is then a figure. */
  later?: boolean;
  /** Of a line: its column adds up below the lines. Prices, limits and what a stock holds do not. */
  sum?: boolean;
  /** Of a line, computed: what the form shows while people type (`qty*price`); what the rules save stays the truth. */
  works?: string;
  /** Word that stands for the minus of what is below zero, such as 已超时. */
  below?: string;
  /** Of a line: what is pointed at beside the value, without refusing it. */
  warns?: readonly Warning[];
}

/** `unless`: `passQty + rejectQty = signQty`, `qty <= openQty`, `qty of moq` (a multiple). */
export interface Warning {
  unless: string;
  /** The sentence; `{signQty}` stands for that value of the row. */
  says: string;
}

interface ChoiceFlags extends Flags {
  options: Readonly<Record<string, Option>>;
}

interface RefFlags extends Flags {
  /** Name of the declaration that it points to. */
  to: string;
  /** Options are a tree of the target (dept, menu). */
  tree?: boolean;
  /** Only rows with one of these values are offered, by enum field of the target. The rule refuses others. */
  only?: Readonly<Record<string, readonly string[]>>;
  holds?: string; // of people: a form offers those with this permission, and who stands there already
}

interface LineFlags extends Flags {
  /** Table of the lines that it points to. */
  table: string;
}

interface DictFlags extends Flags {
  /** Dictionary type; `top`: one of its groups, not what stands in them. */
  type: string;
  top?: boolean;
}

/** On the wire ids of uploads; their names come along as a twin, as those of references do. */
interface FileFlags extends Flags {
  max?: number; // default 3, pictures 99 (specification section 5)
}

interface FlagsOf {
  text: TextFlags;
  longtext: TextFlags;
  richtext: TextFlags;
  password: TextFlags;
  secret: TextFlags;
  address: Flags;
  int: NumberFlags;
  decimal: NumberFlags;
  money: NumberFlags;
  percent: NumberFlags;
  bool: Flags;
  date: Flags;
  datetime: Flags;
  enum: ChoiceFlags;
  dict: DictFlags;
  ref: RefFlags;
  refs: RefFlags;
  line: LineFlags;
  image: FileFlags;
  images: FileFlags;
  files: FileFlags;
  json: Flags;
  texts: TextFlags;
  enums: ChoiceFlags;
}

export type FieldKind = keyof FlagsOf;
export type FieldOf<K extends FieldKind> = { kind: K } & FlagsOf[K];
export type Field = { [K in FieldKind]: FieldOf<K> }[FieldKind];

/** Flags that a kind of field does not know. */
type NoMore<G, Allowed> = { [N in Exclude<keyof G, keyof Allowed>]: never };

/** What a builder answers: the field as it was written, so that the types of rows follow from it. */
export type Built<K extends FieldKind, G> = { readonly kind: K } & Readonly<G>;

type Unlabelled<K extends FieldKind> = Omit<FlagsOf[K], "label">;

const make =
  <K extends FieldKind>(kind: K) =>
  <const L extends string, const G extends Unlabelled<K>>(
    label: L,
    flags?: G & NoMore<G, Unlabelled<K>>,
  ): Built<K, { label: L } & G> => ({ kind, label, ...flags! });

/** Builders of fields: the vocabulary of declarations. */
export const field = {
  /** One line of text, 500 characters unless `max` says otherwise. */
  text: make("text"),
  /** Several lines of plain text. */
  longtext: make("longtext"),
  /** HTML, sanitised by the backend. */
  richtext: make("richtext"),
  /** Write-only text. */
  password: make("password"),
  /** A text that a system of another needs: kept encrypted, never sent; typed anew to change it. */
  secret: make("secret"),
  /** Who gets something where: kept encrypted, shown masked; only a reason that is kept opens it. */
  address: make("address"),
  /** Whole number. */
  int: make("int"),
  /** Exact decimal, a string on the wire; `scale` decimals (4 unless given). Prices of one piece are decimals. */
  decimal: make("decimal"),
  /** Exact amount, a string on the wire, 2 decimals. */
  money: make("money"),
  /** Percent value as people say it (13 = 13 %), 2 decimals. */
  percent: make("percent"),
  bool: make("bool"),
  /** Business date yyyy-MM-dd. */
  date: make("date"),
  /** yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
  datetime: make("datetime"),
  /** One of options fixed by the declaration. */
  enum: make("enum"),
  /** One value of a dictionary that staff maintain. */
  dict: make("dict"),
  /** Id of one row of another declaration. */
  ref: make("ref"),
  /** Ids of several rows of another declaration. */
  refs: make("refs"),
  /** Id of one line of another document, mostly `hidden`: the source of a line. */
  line: make("line"),
  /** Id of one uploaded picture; `images` and `files` hold several ids. */
  image: make("image"),
  images: make("images"),
  /** A value that only rules read and write. */
  json: make("json"),
  /** Several short texts, one a line in a form. */
  texts: make("texts"),
  /** Several of options fixed by the declaration. */
  enums: make("enums"),
  files: make("files"),
};

/** Its value is ids of uploaded files. */
export const isFile = (f: Field): f is FieldOf<"files"> | FieldOf<"image"> | FieldOf<"images"> =>
  f.kind === "files" || f.kind === "image" || f.kind === "images";

/** What may still be changed in a state; the form says `note` beside it. */
export interface OpenFields {
  /** Fields and line tables. */
  fields: readonly string[];
  note: string;
}

/** Is a field meant, by what the row has in the field that says so? */
export const isMeant = ({ when }: Field, row: Readonly<Record<string, unknown>>): boolean =>
  !when || when.slice(1).includes(String(row[when[0]] ?? ""));

/** Its value is a month, kept as 202612. */
export const isMonth = (f: Field): boolean => f.kind === "text" && f.input === "month";
