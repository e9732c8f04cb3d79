import { keywordField } from "./derive/query";
import type { FieldName, LineName, StateOf } from "./derive/rows";
import { strangeIn } from "./desk/queue";
import { misspeltIn } from "./desk/spelling";
import {
  type Action,
  allFields,
  type DocumentInput,
  type DocumentType,
  isBusiness,
  labelName,
  type OpenFields,
} from "./document/document";
import { flowActions, flowStatus } from "./document/flow";
import type { Download } from "./document/screens";
import { type Field, isFile } from "./field/field";
import { commonFields } from "./glance/common-fields";
import type { Print } from "./glance/print";
import type { ScopeBy } from "./glance/scope-by";

type DefineNoMore<Given, Allowed> = { [N in Exclude<keyof Given, keyof Allowed>]: never };

/** `field`, or `{lines}.{field}` of a line. */
type Path<G> = FieldName<G> | `${LineName<G>}.${string}`;

type CheckedActions<G> = G extends { actions: infer A }
  ? {
      actions: {
        [N in keyof A]: DefineNoMore<A[N], Action> & {
          from?: readonly StateOf<G>[];
          to?: StateOf<G>;
          refusals?: { [S in StateOf<G>]?: string };
          unless?: readonly [field: FieldName<G>, value: string | number, sentence: string];
        };
      };
    }
  : object;

/** A part of a declaration: a word that it does not know is refused. */
type CheckedPart<G, P extends keyof DocumentType> = G extends { [N in P]: infer A }
  ? DefineNoMore<A, NonNullable<DocumentType[P]>>
  : object;

/**
 * What a declaration must keep to besides its shape: states, fields and lines that it names are its
 * own. The compiler says so at the word that is wrong.
 */
type Checked<G extends DocumentInput> = DefineNoMore<G, DocumentInput> &
  CheckedActions<G> & {
    display?: FieldName<G>;
    keyword?: readonly Path<G>[];
    lookup?: CheckedPart<G, "lookup"> & {
      finds?: readonly Path<G>[];
      foundBy?: readonly Path<G>[];
      facts?: {
        [K in "words" | "figures" | "known"]?: readonly FieldName<G>[];
      } & { picture?: FieldName<G>; name?: FieldName<G> };
    };
    list?: CheckedPart<G, "list"> & {
      tabs?: true | FieldName<G>;
      beside?: FieldName<G>;
      sort?: readonly { by: FieldName<G>; desc?: boolean }[];
      waiting?: { states: readonly string[]; sort: readonly { by: FieldName<G>; desc?: boolean }[] };
      indexed?: readonly FieldName<G>[];
      level?: FieldName<G>;
      calendar?: { lines: LineName<G>; head: readonly FieldName<G>[] };
      bulk?: readonly FieldName<G>[];
    };
    partition?: FieldName<G>;
    scopeBy?: {
      [K in Exclude<keyof ScopeBy, "all" | "warehouse" | "user" | "readers">]?: FieldName<G>;
    } & {
      all?: string;
      readers?: Record<"scope" | "depts" | "roles", FieldName<G>> & { states: readonly string[] };
    } & {
      [K in "warehouse" | "user"]?: FieldName<G> | readonly FieldName<G>[];
    };
    glance?: CheckedPart<G, "glance"> & {
      figures?: readonly { field: FieldName<G>; label?: string; of?: FieldName<G>; late?: FieldName<G> }[];
      lacks?: FieldName<G>;
      brief?: { amount?: FieldName<G>; qty?: FieldName<G>; date?: FieldName<G> };
    };
    maker?: { [K in "document" | "id" | "text"]: FieldName<G> };
    flow?: { approved?: StateOf<G>; amount?: FieldName<G> };
    screens?: {
      printFrom?: readonly StateOf<G>[];
      prints?: Readonly<Record<string, Print & { from?: readonly StateOf<G>[] }>>;
    };
    openFields?: {
      [S in StateOf<G>]?: OpenFields & { fields: readonly (FieldName<G> | LineName<G>)[] };
    };
    import?: { key?: readonly FieldName<G>[]; lines?: LineName<G> };
    exports?: CheckedPart<G, "exports"> & {
      each?: readonly [field: FieldName<G>, sentence: string];
      lines?: LineName<G>;
      downloads?: Readonly<Record<string, Download & { from?: readonly StateOf<G>[] }>>;
    };
    calls?: CheckedPart<G, "calls">;
    start?: CheckedPart<G, "start"> & { prefillBy?: readonly FieldName<G>[] };
    tree?: { parent: FieldName<G> };
  };

/** Columns of every numbered document besides its own fields (supply.md 0.1). */
const headerFields = (document: DocumentType): Record<string, Field> => ({
  ...(document.number && {
    no: {
      kind: "text",
      // What is called by a name has a code; business is called by its number.
      label: document.display === "no" ? "单号" : "编码",
      computed: true,
      unique: "单号重复",
      column: { width: 140, fixed: "left", sortable: true },
    } as const,
  }),
  ...document.fields,
  ...(document.status && {
    status: {
      kind: "enum",
      label: "状态",
      computed: true,
      options: document.status.values,
      column: { width: 100 },
      filter: "in",
    },
  }),
  remark: {
    kind: "longtext",
    label: "备注",
    max: 500,
    wide: true,
    ...(document.list?.remark && { inline: true, column: { width: 200, hide: true } }),
  },
  attachments: { kind: "files", label: "附件", max: 3, wide: true },
  deptId: { kind: "ref", to: "dept", label: "所属部门", computed: true },
  ...(document.flow && {
    submitTime: { kind: "datetime", label: "提交时间", computed: true },
    approveTime: { kind: "datetime", label: "审批通过时间", computed: true },
    approveBy: { kind: "ref", to: "user", label: "审批人", computed: true },
    procInstId: { kind: "text", label: "流程实例", computed: true, hiddenIn: ["view"] },
  }),
});

/** Whose its rows are; where they lie and what store they are for says so as well. */
function scopeOf(document: DocumentType): DocumentType["scopeBy"] {
  if ("scopeBy" in document && !document.scopeBy) return undefined;
  return {
    ...(document.fields.warehouseId && { warehouse: "warehouseId" }),
    ...(document.fields.storeId && { store: "storeId" }),
    ...(document.scopeBy ?? { dept: "deptId", user: "createBy" }),
  };
}

/** Completes a numbered document: common columns, states and actions of the approval. */
function completed(document: DocumentType): DocumentType {
  if (!isBusiness(document)) return document;
  const status = document.status ?? (document.flow ? flowStatus() : undefined);
  const { submit: _, ...unsubmitted } = flowActions;
  const shared = document.flow?.ownStart ? unsubmitted : flowActions;
  const actions = { ...(document.flow && shared), ...document.actions };
  const whole = { ...document, status, actions };
  return { ...whole, scopeBy: scopeOf(document), fields: headerFields(whole) };
}

/** A keyword that looks into what a line references. */
const keywordRef = (document: DocumentType, name: string) =>
  name.includes(".") && keywordField(document, name)?.kind === "ref";

/** A declaration that the engine has completed; what was written keeps its types. */
export type Declared<G extends DocumentInput> = Omit<DocumentType, keyof G> & G;

/**
 * Declares a document type. States, fields, lines and actions that it names must be its own, or it
 * does not compile.
 */
export function defineDocument<const G extends DocumentInput>(given: G & Checked<G>): Declared<G>;
export function defineDocument(given: DocumentInput): object {
  // What completing adds is in every document; what was written is what it was.
  return completeDocument(given);
}

/**
 * A name under which two values of a row would travel: that of a field, or of what a reference or file
 * is called. Lines have these names apart (`$skuId`).
 */
function saidTwice(document: DocumentType): string | undefined {
  const fields = allFields(document);
  const named = Object.entries(fields).filter(([, f]) => f.kind === "ref" || f.kind === "refs" || isFile(f));
  const names = ["id", "version", ...Object.keys(fields), ...named.map(([name]) => labelName(name))];
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** A declaration with what the engine adds. @throws Error naming a field that it has not */
export function completeDocument(given: DocumentInput): DocumentType {
  const { name, module } = given;
  const word = name.replace(new RegExp(`^${module}_`), "").replaceAll("_", "");
  const derived = { permission: `${module}_${word}`, api: `/${module}/${word}`, table: name };
  const document = completed({ display: "no", formColumns: 3, ...derived, ...given });
  const known = (name: string) =>
    name === "id" || name in document.fields || name in commonFields || keywordRef(document, name);
  const named = [
    document.display,
    ...(document.keyword ?? []),
    ...(document.lookup?.finds ?? []).filter((n) => !n.includes(".")),
    ...(document.lookup?.foundBy ?? []).filter((n) => !n.includes(".")),
    ...[document.list?.sort ?? [], document.list?.waiting?.sort ?? []].flat().map((s) => s.by),
    ...(document.status ? [document.status.field] : []),
    ...(document.import?.key ?? []),
    ...Object.values(document.maker ?? {}),
    ...Object.values(document.openFields ?? {}).flatMap((o) => o.fields.filter((name) => !document.lines?.[name])),
    ...(document.exports?.archive ? [...document.exports.archive.files, ...document.exports.archive.list] : []),
  ];
  for (const name of named) if (!known(name)) throw new Error(`${document.name}: no field named ${name}`);
  const twice = saidTwice(document);
  if (twice) throw new Error(`${document.name}: ${twice} travels twice: rename a field`);
  const strange = strangeIn(document);
  if (strange) throw new Error(`${document.name}: no filter or field named ${strange}`);
  const misspelt = misspeltIn(document);
  if (misspelt) throw new Error(`${document.name}: nothing is named so: ${misspelt}`);
  // Who may not read a value must not find it out by typing.
  for (const name of [...(document.lookup?.finds ?? []), ...(document.lookup?.foundBy ?? [])])
    if (keywordField(document, name)?.mask) throw new Error(`${document.name}: ${name} is masked`);
  return document;
}
