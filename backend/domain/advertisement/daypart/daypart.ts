import { type Engine, lockWhole, rules, transition } from "#backend/engine/documents";
import type { Database, Sql } from "#backend/platform/db";
import { invalidAt, systemOf } from "#backend/platform/http";
import { param } from "#backend/platform/values";
import { adDaypart } from "#documents/advertisement/ad-daypart";
import { heldBy } from "../change/held";
import { turnDaypart } from "./turn";

const holds = (sql: Sql, id: string) =>
  sql.one<{ name: string }>(
    `select c.campaign_name as name from ad_campaign c
     where c.campaign_id in (select l.campaign_id from ad_change a join ad_change_line l on l.ad_change_id = a.id where a.daypart_id = $1)
       and ${heldBy("$1")} order by 1 limit 1`,
    [id],
  );

const disable = transition(adDaypart, "disable", {
  effect: (c, { row }) => turnDaypart(c, { ...row, status: "disabled" }, new Date()),
});

/** What it paused would stay paused for ever. */
const del = transition(adDaypart, "del", {
  lock: async (c, row) => ({
    held: await holds(c.sql, row.id),
    sending: await c.sql.one<{ no: string }>(
      "select no from ad_change where daypart_id = $1 and status = 'sending' and del_flag = 0 limit 1",
      [row.id],
    ),
  }),
  guard: ({ held, sending }) =>
    (sending && `广告操作${sending.no}还在发送中`) ||
    (held && `“${held.name}”由它暂停，还没有重新启用：请等它重新启用，或在广告活动中启用`),
});

/** 分时投放 (figures.md D.7). */
export const adDaypartRules = rules(adDaypart, {
  async beforeSave(_c, next, before) {
    const { fromHour, toHour, storeId } = { ...before, ...next };
    if (fromHour === toHour) throw invalidAt("toHour", "开始和停止不能是同一点；全天投放请填0和24");
    if (before && before.status !== "draft" && storeId !== before.storeId)
      throw invalidAt("storeId", "启用过的分时投放不能换店铺，请新建一条");
  },
  transitions: [disable, del],
});

/** Those in force, and those that were disabled and still hold campaigns paused. */
const DUE = `select d.id::text as id, d.tenant_id::text as "tenantId" from ad_daypart d
  where d.del_flag = 0 and (d.status = 'enabled' or d.status = 'disabled' and exists (
    select 1 from ad_campaign c where c.store_id = d.store_id and c.state = 'PAUSED' and ${heldBy("d.id")}))
  order by d.tenant_id, d.id`;

/**
 * The hourly turn of the dayparts, each in a transaction of its own, unless everything is stopped.
 * @param now what the clock says
 */
export async function turnDayparts(db: Database, engine: Engine, now: Date = new Date()): Promise<void> {
  for (const { id, tenantId } of await db.query<{ id: string; tenantId: string }>(DUE)) {
    if (await param(db, tenantId, "ads_stop")) continue;
    await db.tx(async (sql) => {
      const c = { sql, ...systemOf(tenantId), ...engine };
      const row = await lockWhole(c, adDaypart, id, { anyScope: true });
      if (row.status !== "draft") await turnDaypart(c, row, now);
    });
  }
}
