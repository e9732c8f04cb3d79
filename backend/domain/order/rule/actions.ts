import { invalidAt } from "#backend/platform/http";
import type { DraftOf, LineDraft } from "#documents/kit";
import type { orderRule } from "#documents/order/rule/order-rule";
import { acts, type Priority, priorities, type RuleStage, stages } from "#documents/order/rule/words";
import { spu } from "#documents/product/spu";

export type RuleDraft = DraftOf<typeof orderRule>;
type ActionActRow = LineDraft<typeof orderRule, "acts">;

const attributes: Readonly<Record<string, { label: string }>> = spu.fields.specialAttrs.options;

/** The attribute that a person named by its word or its code. */
export const attributeOf = (named: string): string | undefined =>
  Object.keys(attributes).find((code) => code === named || attributes[code]?.label === named);

/** What people call an attribute. */
export const attributeWord = (code: string): string => attributes[code]?.label ?? code;

/** The priority that a person named. */
export const priorityOf = (named: string): Priority | undefined =>
  (["normal", "high", "urgent"] as const).find((code) => code === named || priorities[code].label === named);

const between = (value: string, least: number, most: number) =>
  /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most;

/** What is wrong with the value of an action; undefined: nothing. */
function wrongValue(act: NonNullable<ActionActRow["act"]>, value: string): string | undefined {
  switch (act) {
    case "HOLD":
    case "TAG_ADD":
    case "TAG_REMOVE":
    case "SPLIT_SKU":
      return value ? undefined : `请输入${acts[act].takes}`;
    case "SET_PRIORITY":
      return priorityOf(value) ? undefined : "优先级为普通、高或紧急";
    case "SPLIT_ATTRIBUTE":
      return attributeOf(value) ? undefined : `条件值不存在：${value}`;
    case "SPLIT_WEIGHT":
      return /^\d{1,5}(\.\d{1,3})?$/.test(value) && Number(value) > 0 ? undefined : "请输入大于0的重量";
    case "SPLIT_QTY":
      return between(value, 1, 9999) ? undefined : "请输入1到9999的件数";
    case "MERGE":
      return between(value, 1, 1440) ? undefined : "时间窗为1到1440分钟";
    case "MERGE_LIMIT":
      return between(value, 2, 10) ? undefined : "合并订单数为2到10";
    default:
      return undefined;
  }
}

/** @throws Refusal 400 at the row that its stage does not know, or that lacks something */
export function requireActs(rows: readonly ActionActRow[], stage: RuleStage): void {
  if (!rows.length) throw invalidAt("acts", "请至少配置一个动作");
  rows.forEach(({ act, warehouseId, logisticsChannelId, userId, value }, i) => {
    const at = (name: keyof ActionActRow, message: string) => invalidAt(`acts.${i}.${name}`, message);
    if (!act) throw at("act", "请选择动作");
    if (acts[act].stage !== stage) throw at("act", `${acts[act].label}不能用于${stages[stage].label}阶段`);
    if (act === "SET_WAREHOUSE" && !warehouseId) throw at("warehouseId", "请选择仓库");
    if (act === "SET_LOGISTICS" && !logisticsChannelId) throw at("logisticsChannelId", "请选择物流渠道");
    if ((act === "NOTIFY" || act === "NOTIFY_HOLD") && !userId) throw at("userId", "请选择通知人");
    const wrong = wrongValue(act, (value ?? "").trim());
    if (wrong) throw at("value", wrong);
  });
  if (stage === "MERGE" && !rows.some((r) => r.act === "MERGE")) throw invalidAt("acts.0.act", "合单须有合并包裹");
}

/** `分到仓库谷仓美西、谷仓美东；加标签带电` */
export function actsSentence(rows: readonly ActionActRow[], names: Readonly<Record<string, string>>): string {
  const by = new Map<string, string[]>();
  for (const { act, warehouseId, logisticsChannelId, userId, value } of rows) {
    if (!act) continue;
    const said =
      names[`warehouse/${warehouseId}`] ??
      names[`channel/${logisticsChannelId}`] ??
      names[`user/${userId}`] ??
      value ??
      "";
    by.set(acts[act].label, [...(by.get(acts[act].label) ?? []), said]);
  }
  return [...by].map(([label, said]) => label + said.filter(Boolean).join("、")).join("；");
}
