import type { OrderFacts, RunResult } from "#backend/domain/order/words/rule";
import type { RuleContext } from "#backend/engine/documents";
import { readable } from "#backend/engine/documents/reading/readable";
import { invalid } from "#backend/platform/http";
import type { RowOf } from "#documents/kit";
import { leafSentence } from "#documents/order/rule/tree";
import { salesOrder } from "#documents/order/sales-order";
import { runRules } from "../core/run";
import { loadOrders } from "./load-orders";
import { loadRules } from "./load-rules";
import { loadWorld } from "./load-world";

/** Orders that somebody names at most, and those of the last week that are taken otherwise. */
const NAMED = 50;
const SAMPLE = 200;

interface SimulateChosen {
  id: string;
  no: string;
  status: RowOf<typeof salesOrder>["status"];
}

/** The orders that are named, or a sample of the last seven days. @throws Refusal 400 of too many or unknown */
async function chosen(c: RuleContext, numbers: readonly string[]): Promise<SimulateChosen[]> {
  if (numbers.length > NAMED) throw invalid(`一次最多试运行${NAMED}个订单`);
  const rows = await c.sql.query<SimulateChosen>(
    `select id, no, status from sales_order where tenant_id = $1 and del_flag = 0
       and case when cardinality($2::text[]) > 0 then no = any($2)
         else create_time > now() - interval '7 days' end
     order by id desc limit ${SAMPLE}`,
    [c.tenantId, numbers],
  );
  const may = await readable(
    c,
    salesOrder,
    rows.map((r) => r.id),
  );
  const shown = rows.filter((r) => may.has(r.id));
  const lost = numbers.find((no) => !shown.some((r) => r.no === no));
  if (lost) throw invalid(`订单${lost}不存在`);
  return shown;
}

async function placesOf({ sql, tenantId }: RuleContext) {
  const rows = await sql.query<{ key: string; name: string }>(
    `select 'w' || id as key, name from warehouse where tenant_id = $1
     union all select 'c' || id, name from logistics_channel where tenant_id = $1`,
    [tenantId],
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** What a package would be: goods, warehouse, channel. */
const packed = (order: OrderFacts, { parts }: RunResult, names: ReadonlyMap<string, string>) =>
  parts.map(({ lines, warehouseId, channelId }) => {
    const codes = new Map(order.lines.map((l) => [l.orderLineId, l.skuCode]));
    const goods = lines.map((l) => `${codes.get(l.orderLineId)}×${l.qty}`).join(" ");
    const place = names.get(`w${warehouseId}`) ?? "无仓库";
    return `${goods}：${place}，${names.get(`c${channelId}`) ?? "无物流"}`;
  });

/**
 * What the rules that are switched on, with the one that is tried, would make of orders. Writes nothing.
 * @throws Refusal 400 of more than 50 orders, or of one that is not there
 */
export async function simulate(c: RuleContext, ruleId: string | null, numbers: readonly string[]) {
  const orders = await chosen(c, numbers);
  const rules = await loadRules(c, ruleId);
  const facts = await loadOrders(
    c,
    orders.map((o) => o.id),
    rules,
  );
  const world = await loadWorld(c, facts);
  const names = await placesOf(c);
  const byId = new Map(facts.map((f) => [f.id, f]));
  return orders.flatMap(({ id, no, status }) => {
    const order = byId.get(id);
    if (!order?.lines.length) return [];
    const result = runRules(order, rules, world);
    const own = result.steps.filter((s) => s.ruleId === ruleId);
    const leaf = own.find((s) => s.failedLeaf)?.failedLeaf;
    const { outcome, exceptionCode, holdReason, tagsAdded } = result;
    return [
      {
        id,
        no,
        status,
        outcome,
        exceptionCode,
        holdReason,
        tags: tagsAdded,
        asked: own.length > 0,
        matched: own.some((s) => s.matched),
        failed: leaf ? leafSentence(leaf) : null,
        rules: [...new Set(result.steps.filter((s) => s.matched).map((s) => s.ruleId))].map(
          (r) => rules.find((x) => x.id === r)?.name ?? "",
        ),
        packages: packed(order, result, names),
      },
    ];
  });
}
