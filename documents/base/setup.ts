import { z } from "zod";

/** 开始使用 (company.md 1.2): what a company sets up first, in the order that is advised. */
export const SETUP_STEPS = [
  { key: "company", label: "公司与主体", why: "谁签合同、谁付款", open: "/finance/company/index", name: "公司主体" },
  { key: "rates", label: "币种与汇率", why: "外币金额折成人民币", open: "/finance/rate/index", name: "汇率" },
  { key: "people", label: "部门与人员", why: "谁做事、谁审批、谁看得到", open: "/admin/user/index", name: "用户" },
  { key: "warehouses", label: "仓库", why: "货收到哪里", open: "/wms/warehouse/index", name: "仓库" },
  { key: "stores", label: "店铺", why: "货卖到哪里", open: "/baseSetup/store/index", name: "店铺" },
  { key: "categories", label: "品类与字典", why: "产品的品类、品牌、单位", open: "/admin/dict/index", name: "字典" },
  { key: "suppliers", label: "供应商", why: "货从哪里来", open: "/supplier/index", name: "供应商" },
  { key: "products", label: "产品与映射", why: "卖什么，平台上叫什么", open: "/product/sku/index", name: "SKU" },
  { key: "approvals", label: "审批", why: "每个节点都有人审批", open: "/activiti/model/index", name: "流程定义" },
  { key: "openings", label: "期初余额", why: "上线那天有什么、欠什么", open: "/finance/opening/index", name: "期初单" },
  { key: "golive", label: "上线", why: "从启用日起按业务办理", open: "/baseSetup/setup/index?golive=1", name: "上线" },
] as const;

export type SetupKey = (typeof SETUP_STEPS)[number]["key"];

/** Without these nothing can be bought or decided, and a company does not go live. */
export const NEEDED: readonly SetupKey[] = ["company", "people", "approvals"];

/** What nobody does without here: finance says on 期初核对 that a company is new. */
const NEVER: readonly SetupKey[] = [...NEEDED, "openings", "golive"];

/** Whether a company may do without it. */
export const maySkip = (key: string): boolean => !NEVER.some((needed) => needed === key);

/** Fewest characters of a reason to do without a step. */
export const LEAST_REASON = 5;

export const setupStates = {
  todo: { label: "未开始", tone: "grey" },
  doing: { label: "进行中", tone: "orange" },
  done: { label: "已完成", tone: "green" },
  skipped: { label: "已跳过", tone: "blue" },
} as const;

/** How far a step is: counted from what is there, never ticked by hand. */
export const setupStep = z.object({
  key: z.string(),
  status: z.enum(["todo", "doing", "done", "skipped"]),
  /** Checks that hold, of how many. */
  done: z.number(),
  need: z.number(),
  /** What is missing, each with the page where it is made. */
  lacks: z.array(z.object({ text: z.string(), href: z.string() })),
  skipReason: z.string().nullable(),
  skippedBy: z.string().nullable(),
  /** Who sees to it, and what is said of it. */
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  note: z.string().nullable(),
});
export type SetupStep = z.output<typeof setupStep>;

/** Where a company stands, and why it cannot go live now; null: it can. */
export const setupPhase = z.object({
  phase: z.enum(["setup", "live"]),
  name: z.string(),
  goLiveDate: z.string().nullable(),
  refused: z.string().nullable(),
});
export type SetupPhase = z.output<typeof setupPhase>;

/** Days that a first day of work may lie back. */
export const MOST_DAYS_BACK = 31;

/** Rows of a master that came with an earlier start: those that nothing names, and those that stay. */
const presetFound = z.object({ label: z.string(), free: z.int(), kept: z.int() });
export type PresetFound = z.output<typeof presetFound>;
export const presetsFound = z.array(presetFound);
