import { z } from "zod";

// What console and backend say to each other beyond declared fields: one shape for both.

/** A 64-bit id as it travels. */
export const wireId = z.string().regex(/^\d+$/);

/** A file of rows on its way in. */
export const importFile = z.object({
  id: wireId,
  fileName: z.string(),
  status: z.enum([
    "new",
    "checking",
    "checked",
    "refused",
    "committing",
    "done",
    "failed",
    // It was running when the process ended; nothing was written.
    "interrupted",
  ]),
  headers: z.array(z.string()).meta({ description: "文件的列，从0数起" }),
  samples: z.array(z.array(z.string())).meta({ description: "前三行数据" }),
  columns: z.array(z.object({ key: z.string(), label: z.string(), required: z.boolean(), hint: z.string() })),
  mapping: z.record(z.string(), z.int()).meta({ description: "字段 → 文件的列" }),
  existing: z.enum(["refuse", "update"]),
  mayUpdate: z.boolean(),
  total: z.int(),
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  made: z.array(z.object({ id: wireId, no: z.string() })),
  errorCount: z.int(),
  errors: z.array(
    z.object({
      row: z.int(),
      column: z.string().nullable(),
      letter: z.string().nullable(),
      msg: z.string(),
      asks: z.boolean().optional().meta({ description: "不是错误，确认后即可导入" }),
    }),
  ),
  question: z.string().nullish().meta({ description: "导入前要确认的问题" }),
});
export type ImportFile = z.output<typeof importFile>;

/** A file of a list that is made in the background. */
export const exportFile = z.object({
  id: wireId,
  document: z.string(),
  label: z.string(),
  fileName: z.string(),
  filter: z.string().meta({ description: "筛选条件" }),
  // interrupted: it was running when the process ended.
  status: z.enum(["running", "done", "failed", "interrupted"]),
  total: z.int(),
  done: z.int(),
  size: wireId.nullable().meta({ description: "字节" }),
  fileId: wireId.nullable(),
  createTime: z.string(),
});
export type ExportFile = z.output<typeof exportFile>;

/** A saved view of a list: its query and the columns that it shows. */
export const savedView = z.object({
  id: wireId,
  name: z.string(),
  query: z.string(),
  layout: z.string(),
  shared: z.boolean().meta({ description: "共享给能查看这个列表的所有人" }),
  roleId: wireId.nullish().meta({ description: "只共享给这个角色" }),
  roleName: z.string().nullish(),
  own: z.boolean(),
  isDefault: z.boolean(),
  ownerName: z.string().nullable(),
});
export type SavedView = z.output<typeof savedView>;

const sharedElsewhere = z.object({
  id: wireId,
  name: z.string(),
  roleName: z.string(),
  ownerName: z.string().nullable(),
});
export type SharedElsewhere = z.output<typeof sharedElsewhere>;

/** With whom somebody may share a view: these roles; who manages roles takes back what others share. */
export const viewSharing = z.object({
  roles: z.array(z.object({ id: wireId, name: z.string() })),
  manages: z.boolean(),
  others: z.array(sharedElsewhere).optional().meta({ description: "别人共享给其他角色的视图，可以取消共享" }),
});
export type ViewSharing = z.output<typeof viewSharing>;

/** Rows that a list lacks, the first of them: what is said of each, and what its form starts with. */
export const gapsFound = z.object({
  total: z.int(),
  rows: z.array(z.object({ texts: z.array(z.string()), values: z.record(z.string(), z.string()) })),
});
export type GapsFound = z.output<typeof gapsFound>;
