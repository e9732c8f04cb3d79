import type { Checked } from "./checked";
import { strangeIn } from "./desk/queue";
import {
  allFields,
  type DocumentInput,
  type DocumentType,
  isBusiness,
  labelName,
} from "./document";
import { type Field, isFile } from "./field";
import { flowActions, flowStatus } from "./flow";
import { commonFields } from "./glance/common-fields";
import { keywordField } from "./query";

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
  remark: { kind: "longtext", label: "备注", max: 500, wide: true },
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
  return {
    ...whole,
    scopeBy: scopeOf(document),
    fields: headerFields(whole),
  };
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
export const defineDocument = <const G extends DocumentInput>(given: G & Checked<G>): Declared<G> =>
  // What completing adds is in every document; what was written is what it was.
  completeDocument(given) as unknown as Declared<G>;

/**
 * A name under which two values of a row would travel: that of a field, or of what a reference or file
 * is called. Lines have these names apart (`$skuId`).
 */
function saidTwice(document: DocumentType): string | undefined {
  const fields = allFields(document);
  const named = Object.entries(fields).filter(
    ([, f]) => f.kind === "ref" || f.kind === "refs" || isFile(f),
  );
  const names = [
    "id",
    "version",
    ...Object.keys(fields),
    ...named.map(([name]) => labelName(name)),
  ];
  return names.find((name, at) => names.indexOf(name) !== at);
}

/** A declaration with what the engine adds. @throws Error naming a field that it has not */
export function completeDocument(given: DocumentInput): DocumentType {
  const { name, module } = given;
  const word = name.replace(new RegExp(`^${module}_`), "").replaceAll("_", "");
  const derived = { permission: `${module}_${word}`, api: `/${module}/${word}`, table: name };
  const document = completed({ display: "no", ...derived, ...given });
  const known = (name: string) =>
    name === "id" || name in document.fields || name in commonFields || keywordRef(document, name);
  const named = [
    document.display,
    ...(document.keyword ?? []),
    ...(document.finds ?? []).filter((n) => !n.includes(".")),
    ...(document.foundBy ?? []).filter((n) => !n.includes(".")),
    ...(document.sort ?? []).map((s) => s.by),
    ...(document.status ? [document.status.field] : []),
    ...(document.import?.key ?? []),
    ...Object.values(document.maker ?? {}),
    ...Object.values(document.openFields ?? {}).flatMap((o) =>
      o.fields.filter((name) => !document.lines?.[name]),
    ),
    ...(document.archive ? [...document.archive.files, ...document.archive.list] : []),
  ];
  for (const name of named)
    if (!known(name)) throw new Error(`${document.name}: no field named ${name}`);
  const twice = saidTwice(document);
  if (twice) throw new Error(`${document.name}: ${twice} travels twice: rename a field`);
  const strange = strangeIn(document);
  if (strange) throw new Error(`${document.name}: no filter or field named ${strange}`);
  // Who may not read a value must not find it out by typing.
  for (const name of [...(document.finds ?? []), ...(document.foundBy ?? [])])
    if (keywordField(document, name)?.mask) throw new Error(`${document.name}: ${name} is masked`);
  return document;
}
