import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { now } from "#backend/platform/values";
import type { HeadOf, SentOf } from "#documents/kit";
import { replenish } from "#documents/wms/replenish/replenish";
import { replenishRun } from "#documents/wms/replenish/run";
import { replenishSeason, seasonMonths } from "#documents/wms/replenish/season";
import { lockReckoning, reckonAnew, showMade, totalsOf } from "./store";

type StepsRow = HeadOf<typeof replenish>;

type ReplenishStep = NonNullable<SentOf<typeof replenish>["steps"]>[number];

const plain = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const pieces = (value: unknown) => `${Number(value ?? 0)}件`;
const rate = (value: unknown) => `${Number(value ?? 0)}件/天`;

function salesSteps(row: StepsRow): ReplenishStep[] {
  const { season } = row;
  return [
    {
      label: "近期销量",
      says: `近7、30、90天各卖${row.sales7}、${row.sales30}、${row.sales90}件，除以天数和这些天的季节系数`,
      value: `${Number(row.daily7)}、${Number(row.daily30)}、${Number(row.daily90)}件/天`,
    },
    {
      label: "预测日销",
      says: `三段日均按权重加权；预测时再乘每月季节系数，本月${Number(season ?? 1)}`,
      value: rate(row.base),
      document: "replenish_season",
      where: {},
    },
  ];
}

/** What lies in other warehouses and can be moved to where a row sells abroad. */
function movableSteps(row: StepsRow): ReplenishStep[] {
  if (!row.transportMode) return [];
  const at = { document: "stock", where: stockOf(row) };
  const near = "本站点海外仓的可用，先留够自己发货的店铺，其余按缺口分给FBA";
  const home = `国内各仓的可用，按各店铺的缺口分，一件只分给一个店铺；运输${row.transportDays}天`;
  return [
    { label: "海外仓可调", says: near, value: pieces(row.nearQty), ...at },
    { label: "国内可调", says: home, value: pieces(row.homeQty), ...at },
  ];
}

const stockOf = (row: StepsRow) => ({ skuCode: plain(row.skuCode), keyword: plain(row.skuCode) });

function stockSteps(row: StepsRow): ReplenishStep[] {
  const warehouse = { warehouseId: plain(row.warehouseId) };
  return [
    {
      label: "可用库存",
      says: "能直接发货的仓的可用：FBA仓，或本站点各海外仓，或国内各仓；几个店铺共用时按预测日销分摊",
      value: pieces(row.availableQty),
      document: "stock",
      where: stockOf(row),
    },
    ...movableSteps(row),
    {
      label: "在途",
      says: "已发出、未收完的调拨和待检的货，按预计到达日计入，已过期的按今天；不指定店铺的按预测日销分摊",
      value: pieces(row.transitQty),
      document: "transfer",
      where: { toWarehouseId: warehouse.warehouseId, status: "shipped,partReceived" },
    },
    {
      label: "在订",
      says: "本店铺未到货的请购、没有请购的采购单和还没有发出的调拨，到国内的再加运输天数；不指定店铺的按预测日销分摊",
      value: pieces(row.onOrderQty),
      document: "purchase_requisition",
      where: { storeId: plain(row.storeId), keyword: plain(row.skuCode) },
    },
  ];
}

function dayStep(row: StepsRow): ReplenishStep[] {
  // Nothing is to be ordered: what can be moved is enough for long.
  if (row.transferQty && !row.until) return [];
  const lead = `采购交期${row.purchaseDays}天`;
  const way = row.transportMode ? `，运输${row.transportDays}天` : "";
  const from = row.homeQty || row.nearQty ? "调拨后仍断货的那天" : `断货日${plain(row.runOutDay)}`;
  return [
    {
      label: "最晚下单日",
      says: `${from}减去${lead}${way}和安全天数${row.safetyDays}天`,
      value: plain(row.purchaseDay ?? row.orderDay),
    },
  ];
}

function qtySteps(row: StepsRow): ReplenishStep[] {
  const needed = {
    label: "缺口",
    says: `到货后卖到${plain(row.until)}（安全${row.safetyDays}天加备货${row.coverDays}天）还缺的数量`,
    value: pieces(row.needQty),
  };
  const round = {
    label: "建议数量",
    says: `不少于起订量${row.moq}件，按整箱${row.pack}件进位`,
    value: pieces(row.suggestedQty),
  };
  const adjusted = { label: "调整数量", says: plain(row.adjustReason), value: pieces(row.adjustQty) };
  return [needed, round, ...(row.adjustQty === null ? [] : [adjusted])];
}

/** What is moved first, by warehouse. */
function transferSteps(row: StepsRow): ReplenishStep[] {
  if (!row.transferQty) return [];
  return [
    {
      label: "建议调拨",
      says: `最晚${plain(row.transferDay)}发出，先近后远，先调拨后采购`,
      value: pieces(row.transferQty),
    },
  ];
}

/** How a row came to what it says, step by step. */
function stepsOf(row: StepsRow): ReplenishStep[] {
  const begin = [...salesSteps(row), ...stockSteps(row)];
  if (!row.runOutDay) return [...begin, { label: "断货日", says: "400天内不会断货，不需要补货", value: "无" }];
  const out = {
    label: "断货日",
    says: "库存逐日加上到货、减去预测销量，第一个不够卖的日子",
    value: plain(row.runOutDay),
  };
  const days = [...begin, out, ...transferSteps(row), ...dayStep(row)];
  if (row.suggestedQty || row.adjustQty !== null) return [...days, ...qtySteps(row)];
  const says = row.level === "gap" ? "已订的到货后够用；断货发生在到货之前，只能催货" : "还没到该订的时候";
  return [...days, { label: "建议数量", says, value: pieces(0) }];
}

/** A reckoning comes after the other one, before any row is locked. */
const inTurn = (c: RuleContext) => lockReckoning(c.sql, c.tenantId);

const again = async (c: RuleContext, { row }: { row: StepsRow }) => {
  await reckonAnew(c, row.skuId ? [row.skuId] : []);
};

const adjust = transition(replenish, "adjust", {
  async effect({ sql }, { row }, { adjustQty, adjustReason }) {
    await patch({ sql }, replenish, row.id, { adjustQty, adjustReason, orderQty: adjustQty });
  },
});

const setDays = transition(replenish, "setDays", {
  lockFirst: inTurn,
  async effect(c, scene, { ownMode, ownSafety }) {
    await patch(c, replenish, scene.row.id, { ownMode, ownSafety });
    await again(c, scene);
  },
});

/** 补货. */
export const replenishRules = rules(replenish, {
  enrich: showMade,
  async enrichOne(_c, row) {
    row.steps = stepsOf(row);
  },
  transitions: [adjust, setDays, transition(replenish, "recalculate", { lockFirst: inTurn, effect: again })],
});

/** 季节系数: of a category or of one SKU. */
export const replenishSeasonRules = rules(replenishSeason, {
  async beforeSave(_c, next, before) {
    const { categoryId, skuId, ...rest } = { ...before, ...next };
    if (!categoryId === !skuId) throw invalidAt("categoryId", "品类与SKU请填写其中一个");
    const factors = seasonMonths.map((name) => Number(rest[name] ?? 1));
    if (!factors.some((n) => n > 0)) throw invalidAt("m01", "至少一个月的系数要大于0");
  },
});

/** Reckons everything of a tenant; answers what it came to, as the record of it says. */
async function reckonAll(c: Pick<RuleContext, "sql" | "tenantId">) {
  await lockReckoning(c.sql, c.tenantId);
  return { reckonedTime: now(), ...totalsOf(await reckonAnew(c)) };
}

/** 计算记录: saving one is the reckoning. */
export const replenishRunRules = rules(replenishRun, {
  async beforeSave(c, next) {
    Object.assign(next, await reckonAll(c));
  },
});

/** The nightly reckoning of every tenant. */
export async function reckonNightly(db: Database): Promise<void> {
  const tenants = await db.query<{ id: string }>("select id from sys_tenant union select 1");
  for (const { id: tenantId } of tenants)
    await db.tx(async (sql) => {
      const { reckonedTime, rowCount, lateCount, dueCount, totalQty } = await reckonAll({ sql, tenantId });
      await sql.query(
        `insert into replenish_run (tenant_id, reckoned_time, row_count, late_count, due_count, total_qty, reason)
         values ($1, $2, $3, $4, $5, $6, '每晚自动计算')`,
        [tenantId, reckonedTime, rowCount, lateCount, dueCount, totalQty],
      );
    });
}
