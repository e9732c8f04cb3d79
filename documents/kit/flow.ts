import type { Action, Status } from "./document";
import { type Field, field, type Option } from "./field";

/** States that every document with an approval shares (supply.md 0.3). */
export const flowStates = {
  draft: { label: "草稿", tone: "grey" },
  auditing: { label: "审批中", tone: "orange" },
  rejected: { label: "已驳回", tone: "red" },
  approved: { label: "已审批", tone: "blue" },
  void: { label: "已作废", tone: "red" },
} as const satisfies Record<string, Option>;

/** Question for a reason, with the sentence that asks for it. */
export const reason = (label: string, sentence: string): Record<string, Field> => ({
  reason: field.longtext({
    label,
    required: true,
    requiredMessage: sentence,
    max: 500,
    asked: true,
  }),
});

const comment = field.longtext({ label: "审批意见", max: 500 });

/** submit, withdraw, approve, reject of the A-flow macro (supply.md 0.2); the engine runs them. */
export const flowActions: Record<string, Action> = {
  submit: {
    label: "提交",
    permission: "submit",
    from: ["draft", "rejected"],
    confirm: "提交后进入审批，不能再修改。",
    batch: true,
  },
  withdraw: {
    label: "撤回",
    permission: "submit",
    from: ["auditing"],
    who: "starter",
    confirm: "撤回后回到草稿。",
  },
  approve: {
    label: "通过",
    permission: "view",
    from: ["auditing"],
    who: "candidate",
    batch: true,
    input: { comment },
  },
  reject: {
    label: "驳回",
    permission: "view",
    from: ["auditing"],
    who: "candidate",
    danger: true,
    input: {
      comment: field.longtext({
        label: "驳回原因",
        required: true,
        requiredMessage: "请填写驳回原因",
        max: 500,
      }),
    },
  },
};

/** 作废 from the states that a document names. */
export const voidAction = (from: string[]): Action => ({
  label: "作废",
  permission: "void",
  from,
  to: "void",
  danger: true,
  confirm: "作废后不能恢复。",
  input: reason("作废原因", "请填写作废原因"),
});

/** State field of a document: shared states, changed or completed by its own. */
export const flowStatus = (own: Record<string, Option> = {}): Status => ({
  field: "status",
  initial: "draft",
  editable: ["draft", "rejected"],
  values: { ...flowStates, ...own },
});
