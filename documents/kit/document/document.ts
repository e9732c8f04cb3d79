import type { Field, Mode, OpenFields } from "../field/field";
import type { Opens } from "../field/opens";
import { businessFields, commonFields, linked } from "../glance/common-fields";
import type { ImportOptions } from "../glance/option-facts";
import type { Maker, ScopeBy } from "../glance/scope-by";
import type { Status } from "../glance/stages";
import type { Tally } from "../glance/tally";
import { once } from "../once";
import type { MenuEntry, MenuGuest } from "./menu-groups";
import type { Calls, Exports, Glance, List, Lookup, StartOptions } from "./parts";
import type { Screens, Tree } from "./screens";

export type { OpenFields } from "../field/field";
export type { ImportOptions } from "../glance/option-facts";

/** Line items of a document: rows of their own table, owned by the header. */
export interface Lines {
  label: string;
  table: string;
  fields: Readonly<Record<string, Field>>;
  /** Most rows; 500 unless given (supply.md 0.1). */
  max?: number;
  /** The sentence when no row is given; none: rows are optional. */
  required?: string;
  /** Header fields repeated on every row, so that rows can be found without their header. */
  carry?: readonly string[];
  /** Fields that rows of very many headers are found by together: they have one index. */
  foundBy?: readonly string[];
  /** Rows that rules alone write: in no form, shown by a part of the page of their own. */
  computed?: boolean;
  /** Rows only come from another document: no button of the form adds one; `whole`: nor removes one. */
  sourced?: boolean | "whole";
  /** A second button of the form: makes the rows anew of what stands in the header. */
  fill?: { label: string; rows(header: Record<string, unknown>): object[] };
  /** Only meant when a field of the header has one of these values; script hides the others of a form. */
  when?: readonly [field: string, ...values: string[]];
  /** With `when`: few are, and until one is, a button stands for the rows. */
  rare?: boolean;
  /** Of an action: the rows count what is left of each, by hand or by scanner. */
  tally?: Tally;
}

/**
 * Something that a person does to an existing row besides editing it: a transition of its state or
 * a named operation. What it does to others lives in the rule file of the backend.
 */
export interface Action {
  label: string;
  /** Suffix of the permission code, or a whole code when it contains an underscore; its own name unless given. */
  permission?: string;
  /** States in which it is possible; none: always. The reason is shown on the disabled button. */
  from?: readonly string[];
  /** Reasons in states outside of `from` for which the domain has a sentence of its own. */
  refusals?: Record<string, string>;
  /** A value of the row that forbids it in any state, with its sentence. */
  unless?: readonly [field: string, value: string | number, sentence: string];
  /** Values of a field of the row for which it is not offered at all: it is over, or another page does it. */
  notFor?: readonly [field: string, ...values: string[]];
  to?: string;
  /** Question asked before it runs. */
  confirm?: string;
  /** Values asked for before it runs. */
  input?: Readonly<Record<string, Field>>;
  /** Rows asked for besides, each as much of it as is to change. */
  lines?: Readonly<Record<string, Lines>>;
  /** Fields of the row that are said again where it is asked for; of several rows with their sums. */
  repeats?: readonly string[];
  /** What it looks at is filled in by editing: says what; where it is asked for, a link leads there. */
  fills?: string;
  /** Also for several selected rows, with a result for each. */
  batch?: boolean;
  /**
   * Texts of `input` of which each of several rows may have its own; the others take the common one with
   * their place behind it (`BK7-2`). `says`: fields that tell the rows apart where they are typed.
   */
  each?: { fields: readonly string[]; says?: readonly string[] };
  /** Only shown to who may decide the running approval, or to who started it. */
  who?: "candidate" | "starter";
  /** Opens this screen with `?{param}={id}` instead of a dialog: makes the next document. */
  opens?: Opens;
  /** It makes a document of this declaration and answers its `madeId` and `no`: the page of that one follows. */
  makes?: string;
  danger?: boolean;
  /** Shows what is hidden, and changes nothing: nobody's next step. */
  aside?: boolean;
  /** Action that takes exactly this back: it asks for nothing and leads to the state before. */
  undo?: string;
  /** What is to be done next where it can be done: the filled button of the page. */
  next?: boolean;
  /** Makes changes possible where editing is not: offered to whom editing is refused. */
  amends?: boolean;
  /** A part of the detail page sends it: it has no button of its own. A text: what is typed into there. */
  part?: boolean | string;
  /** What is done next: the row of the list that is in this state. A message leads there, a part's button goes there. */
  onward?: string;
  /** Call when it is not `{api}/{id}/{name}`; the body then carries the id too. */
  path?: string;
}

/** Approval of a document: which definition runs, what its amount is, where it ends. */
export interface Flow {
  /** State after the last node; `approved` unless said. */
  approved?: string;
  /** An action of its own starts the approval: there is no 提交. */
  ownStart?: boolean;
  /** Field with the amount in CNY that conditions read. */
  amount?: string;
}

export interface DocumentType {
  name: string;
  label: string;
  module: string;
  /** Path below /api. */
  api: string;
  table: string;
  /** Prefix of the permission codes: `{permission}_view`, `_add`, `_edit`, `_del`, … */
  permission: string;
  /** Where the menu shows its list; absent: it is a tab of another list, or reached by links. */
  menu?: MenuEntry | MenuGuest;
  /** Field that names a row in pickers, titles and messages. */
  display: string;
  fields: Readonly<Record<string, Field>>;
  lines?: Readonly<Record<string, Lines>>;
  /** Prefix of its numbers (supply.md 0.6); gives it the common columns of supply.md 0.1. */
  number?: string;
  /** Like a numbered document, but people give it a code themselves. */
  coded?: boolean;
  /** A view of the rows of this declaration, which shares table, lines, history and their columns. */
  of?: string;
  /** Its ids are those of this declaration: who sees a row here may name that one in a document. */
  rowsOf?: string;
  /** Numbered, and yet a master: forms offer its rows to people who may not see its list. */
  master?: boolean;
  /**
   * Rows that other documents make and submit: fields with the maker's declaration, its id, and its word
   * and number. Such a row is not changed by hand; taken back or rejected it is void, and its maker is told.
   */
  maker?: Maker;
  /** Values that every row of this declaration has: filters reads, fills new rows. */
  fixed?: Record<string, string>;
  flow?: Flow;
  status?: Status;
  glance?: Glance;
  list?: List;
  start?: StartOptions;
  actions?: Record<string, Action>;
  screens: Screens;
  /** Lists about one row: `by` names the filters of that list and the fields that they take. */
  related?: Record<string, { label: string; document: string; by: Record<string, string> }>;
  tree?: Tree;
  /** Its actions are possible before the first day of work too (company.md 1.2): a master, or an opening. */
  inSetup?: boolean;
  /** Its rows lie apart by the month of this time, and those of its lines with them: no key points at them. */
  partition?: string;
  /** Too many rows for a list of options: references to it are typed and searched. */
  many?: boolean;
  /** Fields that the keyword looks into; a reference (also `{lines}.{field}`): its target's own. */
  keyword?: readonly string[];
  lookup?: Lookup;
  exports?: Exports;
  /** Rows may be imported; who may add may import unless `permissions.import` says otherwise. */
  import?: ImportOptions;
  /** Standard operations that exist; all unless given. `undelete`: a deletion changes nothing else. */
  can?: { add?: boolean; edit?: boolean; del?: boolean; export?: boolean; undelete?: boolean };
  /**
   * Rows that a caller sees follow the data scope of the caller's roles by these fields. Who holds the
   * permission `all` works on everybody's rows. Those that lie in a warehouse belong to its manager and
   * members (`warehouseId` unless given), those of a store to the store's department (`storeId`).
   */
  scopeBy?: ScopeBy;
  /** A master without numbers whose table derives from this declaration too. */
  derived?: boolean;
  calls?: Calls;
  /** Suffixes of permission codes that differ from the operation's own name. */
  permissions?: Record<string, string>;
  /** States in which only some of it may still be changed; the rest is read in the form. */
  openFields?: Record<string, OpenFields>;
  /** Columns of one form row; 3 unless given. */
  formColumns?: 1 | 2 | 3;
}

type Derived = "display" | "table" | "permission" | "api";
/**
 * A declaration as it is written. Unless it says otherwise, `display` is the number, `table` the name,
 * and `permission` and `api` are `{module}_{name}` and `/{module}/{name}`: the name without its module
 * in front and without `_`.
 */
export type DocumentInput = Omit<DocumentType, Derived> & Partial<Pick<DocumentType, Derived>>;

/** What is said at the end of a document, behind its lines: remark, files, who and when. */
export const closingFields: ReadonlySet<string> = new Set([
  "remark",
  "attachments",
  "deptId",
  "submitTime",
  "approveTime",
  "approveBy",
  ...Object.keys(commonFields),
]);

/** Every field of a document by name, the common ones last. */
export const allFields = once(
  (document: DocumentType): Readonly<Record<string, Field>> => ({
    ...document.fields,
    ...(isBusiness(document) ? businessFields : commonFields),
    ...document.fields, // its own word on a common field, such as a filter, wins
    ...(isBusiness(document) &&
      document.fields.createBy &&
      !document.fields.createBy.filter && { createBy: { ...linked, ...document.fields.createBy } }),
  }),
);

/** Fields that a form of this mode shows, in reading order. */
export const formFields = (document: DocumentType, mode: Mode): [string, Field][] =>
  Object.entries(document.fields).filter(([, f]) => !f.hiddenIn?.includes(mode) && (mode === "view" || !f.computed));

/** Line tables that people fill in. */
export const formLines = (document: DocumentType): [string, Lines][] =>
  Object.entries(document.lines ?? {}).filter(([, l]) => !l.computed);

/** Wire name of the readable twin of a reference: deptId → deptName, roleIds → roleNames, createBy → createByName. */
export const labelName = (name: string): string =>
  /Ids$/.test(name) ? name.replace(/Ids$/, "Names") : name.replace(/Id$/, "") + "Name";

/** Is this action offered of a row like this at all? */
export const isOfferedFor = ({ notFor }: Pick<Action, "notFor">, row: Readonly<Record<string, unknown>>): boolean =>
  !notFor?.slice(1).includes(String(row[notFor[0]] ?? ""));

/** True for what people call a document: numbered or coded, with history, comments and a chain. */
export const isBusiness = (document: DocumentType): boolean => !!document.number || !!document.coded;

/** Filters by this document are typed: parts of names, or ids that a link carries. */
export const isTypedFilter = (document: DocumentType): boolean => !!document.many || !!document.lookup?.typedFilter;

/** True where who deleted a row may take that back for a moment. */
export const comesBack = ({ can = {}, calls }: DocumentType): boolean =>
  can.del !== false && can.undelete !== false && !calls?.handwritten;

/** Permission code of the import: that of adding unless it has its own. */
export const importPermission = (document: DocumentType): string =>
  permissionOf(document, document.permissions?.import ? "import" : "add");

/** True when the number is known before the first save: the declaration has its own `no`. */
export const isAllotted = (document: DocumentType): boolean =>
  !!document.number && document.fields.no?.computed !== true;

/** Permission code of a standard operation or of an action. */
export const permissionOf = (document: DocumentType, operation: string): string => {
  const own = document.actions?.[operation]?.permission ?? document.permissions?.[operation] ?? operation;
  return own.includes("_") ? own : `${document.permission}_${own}`;
};
