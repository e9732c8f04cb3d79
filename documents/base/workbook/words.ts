import { z } from "zod";

/** What a cell names: rows of another sheet by their code, or what the company has from the start. */
export const references = {
  company: { label: "公司主体", sheet: "01公司主体" },
  warehouse: { label: "仓库", sheet: "05仓库" },
  dept: { label: "部门", sheet: "03部门" },
  user: { label: "用户", sheet: "04人员" },
  store: { label: "店铺", sheet: "06店铺" },
  group: { label: "小组", sheet: "07小组" },
  supplier: { label: "供应商", sheet: "08供应商" },
  spu: { label: "SPU", sheet: "09SPU" },
  sku: { label: "SKU", sheet: "10SKU" },
  site: { label: "站点", sheet: null },
  role: { label: "角色", sheet: null },
} as const;

export type ReferenceName = keyof typeof references;

/** One column of a sheet. */
export interface BookColumn {
  /** Field that it fills, of the document or of the line that `line` names; else a word of the sheet's own. */
  key: string;
  label: string;
  kind: "text" | "number" | "date" | "datetime" | "bool" | "choice" | "dict" | "ref";
  required?: boolean;
  /** What may stand in it, in one sentence: the comment on its heading. */
  hint?: string;
  /** Dictionary of a `dict`. */
  dict?: string;
  /** CellWords of a `choice`, by their value. */
  words?: Readonly<Record<string, string>>;
  to?: ReferenceName;
  /** Several, with 、 between them. */
  many?: boolean;
  /** Numbers must be more than 0. */
  positive?: boolean;
}

/** One table of a workbook. */
export interface BookSheet {
  /** As its tab is called; it begins with its number. */
  name: string;
  /** What its rows are, in the sentence of a guide. */
  label: string;
  /** Columns in the order of the template. */
  columns: readonly BookColumn[];
  /** Columns that tell one row from another: the same again is a change of it. */
  key: readonly string[];
}

/** Where in the file something is said; `cell` as spreadsheets name it. */
const place = { sheet: z.string(), cell: z.string() };

export const workbookStates = {
  checking: { label: "检查中", tone: "orange" },
  refused: { label: "有错误", tone: "red" },
  checked: { label: "可以导入", tone: "blue" },
  committing: { label: "导入中", tone: "orange" },
  done: { label: "已导入", tone: "green" },
  undoing: { label: "撤回中", tone: "orange" },
  undone: { label: "已撤回", tone: "grey" },
  failed: { label: "失败", tone: "red" },
  cancelled: { label: "已取消", tone: "grey" },
} as const;

export type WorkbookStatus = keyof typeof workbookStates;

const status = z.literal([
  "checking",
  "refused",
  "checked",
  "committing",
  "done",
  "undoing",
  "undone",
  "failed",
  "cancelled",
] satisfies WorkbookStatus[]);

/** A workbook in the history of imports. */
export const workbookRow = z.object({
  id: z.string(),
  fileName: z.string(),
  status,
  createTime: z.string(),
  by: z.string().nullable(),
  /** Rows of all sheets. */
  total: z.number(),
  added: z.number(),
  changed: z.number(),
});

/** What a workbook does, sheet by sheet, and what is wrong with it. */
export const workbookState = workbookRow.extend({
  /** What is being done now, and how far it is. */
  stage: z.string().nullable(),
  done: z.number(),
  /** Why it failed or cannot go on. */
  message: z.string().nullable(),
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      added: z.number(),
      changed: z.number(),
      same: z.number(),
      wrong: z.number(),
    }),
  ),
  /** Tables of the file that are not read. */
  ignored: z.array(z.string()),
  errorCount: z.number(),
  askCount: z.number(),
  /** The same sentence of one sheet once, with the first cells that it is said of. */
  errors: z.array(z.object({ ...place, value: z.string(), msg: z.string(), asks: z.boolean(), count: z.number() })),
  changeCount: z.number(),
  changes: z.array(z.object({ ...place, label: z.string(), from: z.string(), to: z.string() })),
  /** One-time passwords of the people who were made wait to be taken. */
  passwords: z.boolean(),
  /** Rows that keep an undo from being done. */
  used: z.array(z.object({ text: z.string(), href: z.string() })),
  /** Why it cannot be undone; null: it can. */
  undoBlocked: z.string().nullable(),
});
export type WorkbookState = z.output<typeof workbookState>;

/** Something goes on with it. */
export const isRunning = (status: WorkbookStatus): boolean =>
  status === "checking" || status === "committing" || status === "undoing";
