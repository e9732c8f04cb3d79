import { field, type Option } from "../field/field";
import { flowStates } from "../field/flow-states";
import type { Status } from "../glance/stages";
import type { Action } from "./document";

/** Question for a reason, with the sentence that asks for it. */
export const reason = (label: string, sentence: string) => ({
  reason: field.longtext(label, { required: true, requiredMessage: sentence, max: 500, asked: true }),
});

const comment = field.longtext("审批意见", { max: 500 });

/** submit, withdraw, approve, reject of the A-flow macro (supply.md 0.2); the engine runs them. */
export const flowActions = {
  submit: {
    label: "提交",
    next: true,
    permission: "submit",
    from: ["draft", "rejected"],
    confirm: "提交后进入审批，不能再修改。",
    undo: "withdraw",
    batch: true,
  },
  withdraw: {
    label: "撤回",
    amends: true,
    permission: "submit",
    from: ["auditing"],
    who: "starter",
    confirm: "撤回后回到草稿。",
  },
  approve: {
    label: "通过",
    next: true,
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
    input: { comment: field.longtext("驳回原因", { required: true, requiredMessage: "请填写驳回原因", max: 500 }) },
  },
} as const satisfies Record<string, Action>;

/** 作废 from the states that a document names. */
export const voidAction = <const S extends string>(from: readonly S[]) =>
  ({
    label: "作废",
    permission: "void",
    from,
    to: "void",
    danger: true,
    confirm: "作废后不能恢复。",
    input: reason("作废原因", "请填写作废原因"),
  }) as const;

/** State field of a document without an approval: its states, and where and while it is written. */
export const ownStatus = <const V extends Status["values"], const More extends Partial<Omit<Status, "values">>>(
  values: V,
  more?: More,
) => ({ field: "status", initial: "draft", editable: ["draft"], ...more, values });

/** State field of a document: shared states, changed or completed by its own. */
export const flowStatus = <const Own extends Record<string, Option> = Record<never, Option>>(own?: Own) => ({
  field: "status",
  initial: "draft",
  editable: ["draft", "rejected"],
  values: flowValues(own),
});

function flowValues<Own extends Record<string, Option>>(own?: Own): Omit<typeof flowStates, keyof Own> & Own;
function flowValues(own?: Record<string, Option>): object {
  // The end that nobody works towards stands last.
  const { void: ended, ...ahead } = { ...flowStates, ...own };
  return { ...ahead, void: ended };
}
