import { enqueue } from "#backend/engine/connect/enqueue";
import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { NOW, patchRow } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { goodsMappings } from "#documents/base/mapping";
import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { MappingSystem } from "#documents/base/mapping/words";
import type { GapsFound, OpenFields, SentOf } from "#documents/kit";
import { providerWord } from "./find";
import { goodsOf, lackOf } from "./push";
import { type MappingRowMapping, saidBy } from "./row";
import { ALREADY, codeTaken, lockSystem, skuActive, type UniqueSaid } from "./unique";

type Way = "push" | "pull";

/** Name of a message about a mapping. */
const kindOf = (way: Way) => `mapping.${way}`;

/** The connection that speaks for a mapping's system; of one warehouse that warehouse's own. */
const connectionOf = (
  { sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">,
  { system, warehouseId }: { system: MappingSystem; warehouseId?: string | null },
) =>
  sql.one<{ id: string }>(
    `select id from connector
     where tenant_id = $1 and kind = 'warehouse' and enabled and del_flag = 0
       and case when $2 = 'overseas' then warehouse_id = $3 else provider = $2 end
     order by warehouse_id nulls first, id limit 1`,
    [tenantId, system, warehouseId ?? null],
  );

/** Whether the other side has still to hear something of a mapping. */
const isWaiting = ({ sql }: Pick<RuleContext, "sql">, document: string, id: string) =>
  sql.one(
    `select 1 from outbox where document = $1 and document_id = $2
       and kind in ('mapping.push', 'mapping.pull') and status in ('pending', 'sending') limit 1`,
    [document, id],
  );

/** Keeps what the other side is to hear of a mapping. */
const say = (
  c: RuleContext,
  way: Way,
  document: string,
  row: Pick<MappingRowMapping, "id" | "version" | "externalCode">,
  connectorId: string,
) =>
  enqueue(c, {
    kind: kindOf(way),
    key: `${kindOf(way)}/${row.id}/${row.version}`,
    connectorId,
    document,
    id: row.id,
    no: row.externalCode,
  });

/** A package that was promised or told to the warehouse and has not left it names the goods by this. */
const inUse = ({ sql }: RuleContext, { warehouseId, system, skuId }: MappingRowMapping) =>
  sql.one(
    `select 1 from package_order p
       join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
       join warehouse w on w.id = p.warehouse_id
     where p.del_flag = 0 and p.status in ('reserved', 'sent', 'labelled') and l.sku_id = $1
       and (w.id = $2 or ($2::bigint is null and w.provider = $3 and not exists (
         select 1 from goods_mapping o where o.system = 'overseas' and o.warehouse_id = w.id
           and o.sku_id = l.sku_id and o.status = 'active' and o.del_flag = 0)))
     limit 1`,
    [skuId, warehouseId, system],
  );

const WAITING = "正在与对方同步，请稍后刷新";

const lineOf = async (c: RuleContext, document: GoodsMapping, row: MappingRowMapping) => ({
  waiting: await isWaiting(c, document.name, row.id),
  connection: await connectionOf(c, saidBy(row)),
});

const tell = (c: RuleContext, { id }: MappingRowMapping, says: string) =>
  patchRow(c.sql, "goods_mapping", id, { sync_msg: says });

/** 推送 to the other side: with a connection it hears of it, without one somebody registers it there. */
const push = (document: GoodsMapping) =>
  transition(document, "push", {
    lock: async (c, row) => ({ ...(await lineOf(c, document, row)), lack: lackOf(await goodsOf(c, row.skuId)) }),
    guard: ({ waiting, lack }) => (waiting ? WAITING : lack),
    to: ({ row, connection }) => (connection ? row.status : "pushed"),
    async effect(c, { row, connection }) {
      if (connection) {
        await say(c, "push", document.name, row, connection.id);
        await tell(c, row, "正在推送");
        return;
      }
      await tell(c, row, `未配置${providerWord(row.system ?? "")}连接，请在对方后台登记商品后生效`);
      await patchRow(c.sql, "goods_mapping", row.id, { last_push_time: NOW });
    },
  });

const pull = (document: GoodsMapping) =>
  transition(document, "pull", {
    lock: (c, row) => lineOf(c, document, row),
    guard({ row, waiting, connection }) {
      if (!connection) return `未配置${providerWord(row.system ?? "")}连接，不能拉取`;
      return waiting && WAITING;
    },
    async effect(c, { row, connection }) {
      if (!connection) return;
      await say(c, "pull", document.name, row, connection.id);
      await tell(c, row, "正在拉取");
    },
  });

/** What may be done to a mapping. */
const steps = (document: GoodsMapping) => [
  push(document),
  pull(document),
  transition(document, "activate", {
    async lock(c, row) {
      await lockSystem(c, saidBy(row).system);
      return { other: await skuActive(c, saidBy(row)) };
    },
    guard: ({ other }) => other && ALREADY,
  }),
  transition(document, "disable", {
    lock: async (c, row) => ({ used: await inUse(c, row) }),
    guard: ({ used }) => used && "有待发包裹使用此映射",
  }),
];

/** Warehouses that the mappings of a system are for: `overseas` serves those that no other one does. */
const PLACES = `select w.id, w.name from warehouse w
  where w.tenant_id = $1 and w.del_flag = 0 and case when $2 = 'overseas'
    then w.kind = 'thirdParty' and coalesce(w.provider, '') not in ('xy', 'hs', 'gc', 'winit', 'sf')
    else w.provider = $2 end`;

/** What lies in them or is promised from them, and nothing there is called by. */
const MISSING = `
  with places as (${PLACES}), wanted as (
    select k.warehouse_id, k.sku_id, k.on_hand_qty as qty, 0 as waits
    from stock k where k.warehouse_id in (select id from places) and k.on_hand_qty > 0
    union all
    select p.warehouse_id, l.sku_id, 0, count(distinct p.id)::int
    from package_order p join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
    where p.warehouse_id in (select id from places) and p.status in ('reserved', 'failed')
      and p.del_flag = 0 group by 1, 2
  ), missing as (
    select warehouse_id, sku_id, sum(qty)::int as qty, sum(waits)::int as waits from wanted n
    where not exists (
      select 1 from goods_mapping m where m.sku_id = n.sku_id and m.tenant_id = $1
        and m.del_flag = 0 and m.status <> 'disabled'
        and ((m.system = $2 and $2 <> 'overseas')
          or (m.system = 'overseas' and m.warehouse_id = n.warehouse_id)))
    group by 1, 2
  )`;

/**
 * SKUs in the warehouses of a system that it has no code for: packages that wait for one come first, then
 * what most lies there of.
 */
export async function unmappedOf(
  { sql, tenantId }: RuleContext,
  system: MappingSystem,
  most: number,
): Promise<GapsFound> {
  const rows = await sql.query<Record<"code" | "name" | "place" | "said", string> & { n: number }>(
    `${MISSING}
     select s.sku_code as code, s.name, min(m.warehouse_id)::text as place, count(*) over ()::int as n,
       string_agg(p.name || ' 在库' || m.qty || case when m.waits > 0
         then '，待发包裹' || m.waits else '' end, '；' order by p.name) as said
     from missing m join sku s on s.id = m.sku_id join places p on p.id = m.warehouse_id
     group by s.id, case when $2 = 'overseas' then m.warehouse_id end
     order by sum(m.waits) desc, sum(m.qty) desc, s.sku_code limit $3`,
    [tenantId, system, most],
  );
  return {
    total: rows[0]?.n ?? 0,
    rows: rows.map(({ code, name, place, said }) => ({
      texts: [code, name, said],
      values: { skuId: code, ...(system === "overseas" && { warehouseId: place }) },
    })),
  };
}

const OWN_WEIGHT = "(select s.gross_weight_g * t.ratio from sku s where s.id = t.sku_id)";
const OFF = `abs(t.external_weight_g - ${OWN_WEIGHT}) / nullif(${OWN_WEIGHT}, 0)`;

/** Pieces of a SKU in the warehouses that the system runs; of one warehouse in that one. */
const OWN_STOCK = `(select coalesce(sum(k.on_hand_qty), 0)::int from stock k
  join warehouse w on w.id = k.warehouse_id
  where k.tenant_id = t.tenant_id and k.sku_id = t.sku_id
    and (w.id = t.warehouse_id or (t.warehouse_id is null and w.provider = t.system)))`;
const STOCK_OFF = `(t.external_qty * t.ratio - ${OWN_STOCK})`;

/** Lists show, filter and sort these like columns. */
const expressions = {
  skuCode: "(select s.sku_code from sku s where s.id = t.sku_id)",
  goodsName: "(select s.name from sku s where s.id = t.sku_id)",
  weightDiff: `round(${OFF} * 100, 2)`,
  weightTag: `(case when ${OFF} > 0.1 then 'off' when ${OFF} <= 0.1 then 'same' end)`,
  ownQty: OWN_STOCK,
  qtyDiff: STOCK_OFF,
  qtyTag: `(case when ${STOCK_OFF} = 0 then 'same' when ${STOCK_OFF} <> 0 then 'off' end)`,
};

/** Our stock of a mapping's SKU in each warehouse that its system runs, what lies most first. */
const placesOf = (
  { sql, tenantId }: RuleContext,
  { skuId, system, warehouseId }: MappingRowMapping,
): Promise<SentOf<GoodsMapping>["places"]> =>
  sql.query(
    `select w.name as warehouse, coalesce(k.on_hand_qty, 0) as "onHand",
       coalesce(k.available_qty, 0) as available, coalesce(k.transit_qty, 0) as transit
     from warehouse w left join stock k on k.warehouse_id = w.id and k.sku_id = $2
     where w.tenant_id = $1 and w.del_flag = 0
       and (w.id = $4 or ($4::bigint is null and w.provider = $3))
     order by 2 desc, w.id`,
    [tenantId, skuId, system, warehouseId],
  );

/** What the other side knows it by. */
const KNOWN = ["skuId", "externalCode", "warehouseId", "appId", "ratio"] as const;

const systemOf = ({ fixed }: GoodsMapping) => fixed.system satisfies MappingSystem;

/** One of the mappings of goods (market.md 5): one meaning for each code, one active code for each SKU. */
const mappingRules = (document: GoodsMapping) =>
  rules(document, {
    expressions,
    async enrichOne(c, row) {
      row.places = await placesOf(c, row);
    },
    gaps: (c, most) => unmappedOf(c, systemOf(document), most),
    async beforeSave(c, next, before) {
      next.effectiveDate ??= before?.effectiveDate ?? today();
      const open: { [state: string]: OpenFields | undefined } = document.openFields;
      const closed = before && open[before.status];
      if (closed && KNOWN.some((n) => next[n] !== undefined && next[n] !== before[n])) throw conflict(closed.note);
      const system = systemOf(document);
      const whole = { ...before, ...next };
      const said: UniqueSaid = {
        id: before?.id ?? null,
        system,
        warehouseId: whole.warehouseId,
        appId: whole.appId,
        skuId: whole.skuId ?? "",
        externalCode: whole.externalCode ?? "",
      };
      await lockSystem(c, system);
      const taken = await codeTaken(c, said);
      if (taken) throw invalidAt("externalCode", `外部编码已映射到 ${taken.skuCode}`);
      const moved = said.skuId !== before?.skuId;
      if (moved && (await skuActive(c, said))) throw invalidAt("skuId", ALREADY);
    },
    transitions: steps(document),
  });

export const mappingRuleSet = goodsMappings.map(mappingRules);
