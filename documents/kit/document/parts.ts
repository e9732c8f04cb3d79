import type { z } from "zod";
import type { Brief, Figure } from "../glance/figures";
import type { OptionFacts } from "../glance/option-facts";
import type { Alert, Queue } from "../glance/queues";
import type { Archive } from "./archive";
import type { Calendar, Download } from "./screens";

/** How its list looks, and what can be done on it. */
export interface List {
  /** Tabs with their numbers of rows: `true` one for each state, else one for each option of this enum field. */
  tabs?: true | string;
  /** The tree of this reference field stands left of the list: a branch shows what is below it. */
  beside?: string;
  /** Default order; createTime descending unless given. */
  sort?: readonly { by: string; desc?: boolean }[];
  /** States whose rows wait for somebody, in an order of their own where one asks for such alone. */
  waiting?: { states: readonly string[]; sort: readonly { by: string; desc?: boolean }[] };
  /**
   * Fields that rows are found by at once, where so many come that an index for each filter costs more than it brings:
   * the other filters go through what these leave. All filters unless given.
   */
  indexed?: readonly string[];
  /** Rows tell of a level at this time: it is summed (amounts by currency are not such) while all rows are of one. */
  level?: string;
  /** The list can be seen by week too. */
  calendar?: Calendar;
  /** Rows that are missing: `GET {api}/gaps` names them, above the list each leads to a form filled in. */
  gaps?: { label: string; button: string };
  /** It has figures above it: `GET {api}/overview`, drawn by a part of its own. */
  overview?: boolean;
  /** Where rows that nobody types come from: said while there are none. */
  from?: string;
  /** Fields that may be set for several selected rows at once, by who may edit each of them. */
  bulk?: readonly string[];
  /** The remark is typed in the rows of the list too, by who may edit each of them. */
  remark?: boolean;
}

/** How a new one comes to be. */
export interface StartOptions {
  /**
   * Query names that start a new one from other documents, and the declaration (`name`, or `name.lines`)
   * whose rows they name: `GET {api}/prefill?poId=`. The engine refuses what the caller may not read.
   */
  prefill?: Readonly<Record<string, string>>;
  /** Fields whose values in that query say how the new one starts. */
  prefillBy?: readonly string[];
  /** A new one always comes from another document: no list offers a blank form, none is copied. */
  sourced?: boolean;
  /** false: a new one is never made like another one. */
  copy?: boolean;
  /** Word of the form's button, and of the history, where saving a new one is an act of its own. */
  saveLabel?: string;
  /** Second button of the form: saves and submits in one go; `flag` is added to the save call. */
  submit?: { label: string; flag: string };
  /** Action that the second button takes after saving, where it is not 提交: what is filled in is then done. */
  follow?: string;
}

/** How other documents, the search of the top bar and scanners come to its rows. */
export interface Lookup {
  /**
   * What a typed reference finds its rows by: any part of these fields, or `{lines}.{field}`, and of the
   * first letters of how they are read. Of what has very many rows it is the name, unless given.
   */
  finds?: readonly string[];
  /** References, also `{lines}.{field}`, by whose names the search of the top bar finds it. */
  foundBy?: readonly string[];
  /** Fields, also `{lines}.{field}`, whose values stand on labels that are scanned. */
  codes?: readonly string[];
  /** Filters by it are typed, parts of its name; forms still choose from a list. */
  typedFilter?: boolean;
  /** Codes of pages without a declaration that name its rows: they may choose among them too. */
  pickedBy?: readonly string[];
  /** What references to it say of its rows while one is chosen. */
  facts?: OptionFacts;
}

/** What is seen of its rows without reading them: on the head of a page, on the home page, in messages. */
export interface Glance {
  /** Three to five figures at the head of its page. */
  figures?: readonly Figure[];
  brief?: Brief;
  /** Figures worked out whenever it is saved: their zero is known in a draft. */
  drawn?: readonly string[];
  /** Rows of its list that wait for somebody: shown on the home page of who may do what they wait for. */
  queues?: readonly Queue[];
  /** Field that says what a row in force still lacks: told at the head of its page until it is filled in. */
  lacks?: string;
  /** Rows of its list that people may ask to be told of. */
  alerts?: readonly Alert[];
}

/** What leaves as a file. */
export interface Exports {
  /** A file has rows with one value of this field alone; else it is refused with the sentence. */
  each?: readonly [field: string, sentence: string];
  /** Line table of the second export, one row of the file for each line. */
  lines?: string;
  /** Selected rows as one zip with their sheets and files. */
  archive?: Archive;
  /** Files about one row, as links of its detail page. */
  downloads?: Record<string, Download>;
}

/**
 * What the pig lineage calls the parts of a document. Our backend answers with both names and takes
 * either, so that clients of that lineage work with it; the console reads both, so that it works with
 * backends of that lineage.
 */
export interface LineageNames {
  /** Field → its other name. */
  fields?: Readonly<Record<string, string>>;
  /** References that travel as a list of rows when they are read: name of the list and of its parts. */
  lists?: Readonly<Record<string, { name: string; id: string; label: string }>>;
  /** Other name of the row's own id; the document's name with `Id` unless given. */
  id?: string;
  /** Actions that are nothing but a save with these values, and with what they ask for. */
  saves?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Actions that have a call of their own there, which takes the row's id and what they ask for. */
  calls?: Readonly<Record<string, string>>;
  /** All rows for pickers in one call, where there is one. */
  list?: string;
  /** Where what a row does not bear itself is read: `{id}` is the row's. */
  more?: Readonly<Record<string, string>>;
  /** Line table whose rows have calls of their own below this path, and a field that names the header. */
  items?: { lines: string; path: string; head: string; fields: Readonly<Record<string, string>> };
  /** There is no call that reads one row. */
  unread?: boolean;
  /** Field → another one that serves where rows do not bear it. */
  instead?: Readonly<Record<string, string>>;
  /** Prefix of the permission codes there. */
  permission?: string;
}

/**
 * What reading one row answers beyond its fields, by name. Under the name of a line table: an array of
 * what each of its lines bears besides. What the reader may not see is not sent.
 */
export type Sends = Readonly<Record<string, z.ZodType>>;

/** Where its calls are not those of the engine, and what they answer that no field tells. */
export interface Calls {
  /** What its own page is sent for its tabs, parts and prints. */
  sends?: Sends;
  /** The backend answers with hand-written calls instead of the engine. */
  handwritten?: boolean;
  /** List call when it is not `{api}/page`. */
  list?: string;
  /** Read call of one row when it is not `{api}/{id}`. */
  read?: string;
  /** Save call (POST for new and old rows) when it is not POST and PUT `{api}`. */
  save?: string;
  /** What the pig lineage calls its parts. */
  lineage?: LineageNames;
}
