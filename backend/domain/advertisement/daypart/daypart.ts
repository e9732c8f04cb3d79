import { type Engine, lockWhole, rules, transition } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { adDaypart } from "#documents/advertisement/ad-daypart";
import { keptBy, turnDue } from "../turn/turn";
import { DAYPART, turnDaypart } from "./turn";

const disable = transition(adDaypart, "disable", {
  effect: (c, { row }) => turnDaypart(c, { ...row, status: "disabled" }, new Date()),
});

/** What it paused would stay paused for ever. */
const del = transition(adDaypart, "del", {
  lock: (c, row) => keptBy(c.sql, DAYPART, row.id),
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

/**
 * The hourly turn of the dayparts.
 * @param now what the clock says
 */
export const turnDayparts = (db: Database, engine: Engine, now: Date = new Date()): Promise<void> =>
  turnDue(db, engine, DAYPART, async (c, id) => {
    const row = await lockWhole(c, adDaypart, id, { anyScope: true });
    if (row.status !== "draft") await turnDaypart(c, row, now);
  });
