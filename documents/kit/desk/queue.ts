import { z } from "zod";
import { filterNames } from "../derive/query";
import { wireId } from "../derive/wire";
import { allFields, type DocumentType, isBusiness, permissionOf } from "../document/document";
import type { Queue } from "../glance/queues";
import { measured } from "./alert";

/** Queues that every document with drafts and an approval has. */
const common = { draft: "我的草稿", auditing: "我提交的" } as const;

function ownQueues(document: DocumentType): Queue[] {
  const { status, can = {} } = document;
  if (!isBusiness(document) || !status || can.add === false) return [];
  const { field, values, editable } = status;
  const drafts = editable.filter(
    (state) => (state === "draft" || state === "rejected") && Object.hasOwn(values, state),
  );
  const mine = (states: string): Record<string, string> => ({ [field]: states, createBy: "$me" });
  return [
    ...(drafts.includes("draft") ? [{ label: common.draft, where: mine(drafts.join()), permission: "add" }] : []),
    ...(values.auditing && document.flow
      ? [{ label: common.auditing, where: mine("auditing"), permission: "add" }]
      : []),
  ];
}

/** The queues of a document: its own, then those of its drafts and of what is in approval. */
export const queuesOf = (document: DocumentType): readonly Queue[] => [
  ...(document.glance?.queues ?? []),
  ...ownQueues(document),
];

/** The queues of a document that somebody with these permissions works at. */
export const queuesFor = (document: DocumentType, permissions: ReadonlySet<string>): readonly Queue[] =>
  permissions.has(permissionOf(document, "view"))
    ? queuesOf(document).filter((q) => !q.permission || permissions.has(permissionOf(document, q.permission)))
    : [];

/** What a queue or an alert names that its document has not. */
export const strangeIn = (document: DocumentType): string | undefined => {
  const filters = new Set(filterNames(document));
  const named = [
    ...queuesOf(document).map(({ where, due, about, most }) => ({ where, fields: [due, about, most] })),
    ...(document.glance?.alerts ?? []).map((alert) => ({ ...alert, fields: [measured(alert)] })),
  ];
  return named
    .flatMap(({ where, fields }) => [
      ...Object.keys(where).filter((name) => !filters.has(name)),
      ...fields.filter((name) => name && !allFields(document)[name]),
    ])
    .find(Boolean);
};

/** A queue as it travels: how much waits in it, and the rows that wait longest. */
export const workQueue = z.object({
  document: z.string().meta({ description: "单据；待我审批没有" }).nullable(),
  label: z.string(),
  query: z.record(z.string(), z.string()).meta({ description: "列表的筛选条件" }),
  count: z.int().meta({ description: "最多数到1000" }),
  late: z.int().meta({ description: "其中逾期的" }),
  rows: z.array(
    z.object({
      id: wireId,
      title: z.string(),
      about: z.string().nullable(),
      due: z.string().nullable(),
      since: z.string(),
      late: z.boolean(),
      amount: z.string().nullable(),
      currency: z.string().nullable(),
    }),
  ),
});
export type WorkQueue = z.output<typeof workQueue>;

/** More rows of a queue are not counted. */
export const MOST_COUNTED = 1000;
