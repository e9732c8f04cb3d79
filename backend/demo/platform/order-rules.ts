import { insert } from "#backend/engine/documents/writing/write";
import { nextOrder, type Sql } from "#backend/platform/db";
import { orderRule } from "#documents/order/rule/order-rule";
import { act, asSystem } from "../acting";
import { workAgo } from "../clock";

type Leaf = [fact: string, op: string, value: string];
/** What a rule does: the action, and its value or the codes of its places. */
type OrderRuleAct = [act: string, value?: string];
type OrderRule = [stage: string, name: string, when: Leaf[], acts: OrderRuleAct[], more?: object];

const OFF = { off: true };
const NEAR_WEST = "CA、WA、OR、NV、AZ";
const EUROPE = "DE、FR、IT、ES、NL";
const at = (...codes: string[]): OrderRuleAct[] => codes.map((code) => ["SET_WAREHOUSE", code]);
const by = (...codes: string[]): OrderRuleAct[] => codes.map((code) => ["SET_LOGISTICS", code]);
const from = (...codes: string[]): Leaf => ["warehouseId", "in", codes.join("、")];

/** In the order of their priorities within each stage. */
const RULES: OrderRule[] = [
  ["HOLD", "大额订单人工确认", [["orderAmountUsd", "gte", "500"]], [["HOLD", "金额超过500美元，请确认"]]],
  ["HOLD", "亏损订单", [["estProfitRate", "lt", "0"]], [["HOLD", "预估亏损"]]],
  ["HOLD", "邮政信箱", [["shipAddress", "contains", "PO Box"]], [["HOLD", "邮政信箱不能派送"]], OFF],
  ["TAG", "带电商品", [["attribute", "anyIn", "含电、纯电"]], [["TAG_ADD", "带电"]]],
  ["TAG", "液体商品", [["attribute", "anyIn", "液体"]], [["TAG_ADD", "液体"]]],
  ["TAG", "临近超时", [["remainHours", "lt", "12"]], [["SET_PRIORITY", "紧急"]]],
  ["TAG", "复购买家", [["isRepeatBuyer", "eq", "是"]], [["TAG_ADD", "复购"]]],
  ["SPLIT", "带电单独发货", [["tag", "anyIn", "带电"]], [["SPLIT_ATTRIBUTE", "含电"]]],
  ["SPLIT", "超重拆分", [["totalWeightKg", "gt", "20"]], [["SPLIT_WEIGHT", "20"]], OFF],
  ["WAREHOUSE", "美国西部", [["shipState", "in", NEAR_WEST]], at("GC-W", "GC-E", "OS-LA")],
  ["WAREHOUSE", "美国其他", [["shipCountry", "in", "US"]], at("GC-E", "GC-W", "OS-LA")],
  ["WAREHOUSE", "欧洲", [["shipCountry", "in", EUROPE]], at("TP-DE-WINIT", "WH-SZ")],
  ["WAREHOUSE", "国内直发", [], at("WH-SZ", "WH-YW"), { strategy: "mostStock" }],
  ["LOGISTICS", "美西发货", [from("GC-W")], by("GCW-USPS-GA", "GCW-UPS-GND")],
  ["LOGISTICS", "美东发货", [from("GC-E")], by("GCE-USPS-GA", "GCE-UPS-GND")],
  ["LOGISTICS", "其他仓发货", [], by("LA-USPS-GA", "DE-DHL-PKT", "CN-YT-THPHR", "CN-DHL-EXP")],
  [
    "MERGE",
    "同收件人一小时内合并",
    [],
    [
      ["MERGE", "60"],
      ["MERGE_LIMIT", "5"],
    ],
    OFF,
  ],
  ["AUDIT", "毛利达标自动审核", [["estProfitRate", "gte", "5"]], [["AUTO_AUDIT"]]],
];

/** Rules by which the orders of the demonstration are handled; some are switched off. */
export async function insertOrderRules(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const places = new Map(
    (
      await sql.query<{ code: string; id: string }>(
        `select code, id from warehouse where tenant_id = 1
         union all select code, id from logistics_channel where tenant_id = 1`,
      )
    ).map(({ code, id }) => [code, id]),
  );
  const rowOf = ([name, value]: OrderRuleAct) => {
    if (name === "SET_WAREHOUSE") return { act: name, warehouseId: places.get(value ?? "") };
    if (name === "SET_LOGISTICS") return { act: name, logisticsChannelId: places.get(value ?? "") };
    return { act: name, value };
  };
  for (const [i, [stage, ruleName, when, acts, more = {}]] of RULES.entries()) {
    nextOrder(sql);
    await workAgo(sql, 2 * (RULES.length - i));
    const { id } = await insert(c, orderRule, c.book.get(orderRule.name)?.rules ?? {}, {
      ruleName,
      stage,
      priority: (i + 1) * 10,
      logic: "and",
      conditions: when.map(([fact, op, value]) => ({ level: 1, fact, op, value })),
      acts: acts.map(rowOf),
      ...("strategy" in more && { strategy: more.strategy }),
    });
    if (more !== OFF) await act(c, orderRule.name, id, "enable");
  }
  return RULES.length;
}
