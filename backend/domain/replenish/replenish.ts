import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { now } from "#backend/platform/values";
import { replenish } from "#documents/wms/replenish/replenish";
import { replenishRun } from "#documents/wms/replenish/run";
import { replenishSeason, seasonMonths } from "#documents/wms/replenish/season";
import { type StepsRow, stepsOf } from "./steps";
import { lockReckoning, reckonAnew, showMade, totalsOf } from "./store";

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
