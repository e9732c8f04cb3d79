import { createDraft, link, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { NOW } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec, param } from "#backend/platform/values";
import { adChange } from "#documents/advertisement/ad-change";
import type { RowOf } from "#documents/kit";
import { overLimits } from "./limits";
import { outdated, startChange, startOf, workOutChange } from "./lines";
import { askAccount } from "./send";
import { adThings, thingsOf } from "./things";

type AdChangeRow = RowOf<typeof adChange>;

const connectionOf = (c: RuleContext, storeId: string | null) =>
  c.sql.one<{ id: string }>(
    `select id::text as id from connector where tenant_id = $1 and kind = 'ads' and store_id = $2 and enabled and del_flag = 0
     order by id limit 1`,
    [c.tenantId, storeId],
  );

/** What a change needs to be sent: its things as they are now, kept, its store's connection, its limits. */
const ready = async (c: RuleContext, row: AdChangeRow) => ({
  fault: outdated(row.items, await thingsOf(c, row.kind, row.items, true)),
  over: await overLimits(c, { kind: row.kind, currency: row.currency ?? "", lines: row.items }),
  connection: await connectionOf(c, row.storeId),
  stopped: await param(c.sql, c.tenantId, "ads_stop"),
});
type Ready = Awaited<ReturnType<typeof ready>>;

const unready = ({ fault, connection, stopped }: Ready) =>
  (stopped && "广告操作已在系统参数中停止") ||
  (!connection && "店铺没有启用的广告连接，请先在“外部连接”中连接广告平台") ||
  fault;

async function send(c: RuleContext, { id, no, version }: AdChangeRow, connection: Ready["connection"]): Promise<void> {
  if (!connection) throw conflict("店铺没有启用的广告连接");
  await patch(c, adChange, id, { sentTime: NOW });
  await askAccount(c, { id, no, version }, connection.id);
}

const confirm = transition(adChange, "confirm", {
  lock: ready,
  guard: (scene) => unready(scene) || (scene.over && `超过限额，请提交审批：${scene.over}`),
  effect: (c, { row, connection }) => send(c, row, connection),
});

const ask = transition(adChange, "ask", {
  lock: ready,
  guard: (scene) => unready(scene) || (!scene.over && "没有超过限额，请直接确认发送"),
  effect: (c, { row, over }) => patch(c, adChange, row.id, { over }),
});

const approve = transition(adChange, "approve", {
  lock: ready,
  guard: (scene, c) => unready(scene) || (scene.row.createBy === c.caller.userId && "不能批准自己建立的广告操作"),
  effect: (c, { row, connection }) => send(c, row, connection),
});

/** Lines that were refused or never answered are tried once more; what the account has by then counts. */
const resend = transition(adChange, "resend", {
  lock: async (c, row) => ({
    connection: await connectionOf(c, row.storeId),
    stopped: await param(c.sql, c.tenantId, "ads_stop"),
  }),
  guard: ({ row, connection, stopped }) =>
    (stopped && "广告操作已在系统参数中停止") ||
    (!connection && "店铺没有启用的广告连接") ||
    (!row.items.some(({ result }) => result === "failed" || result === "unknown") && "没有失败或未知的行"),
  async effect(c, { row, connection }) {
    await c.sql.query(
      `update ad_change_line set result = case result when 'unknown' then 'unknown' else 'waiting' end, message = null
       where ad_change_id = $1 and result in ('failed', 'unknown') and del_flag = 0`,
      [row.id],
    );
    await send(c, row, connection);
  },
});

type Item = AdChangeRow["items"][number];

/** Lines of a change that takes another one back, of those that still are as it made them. */
async function reverted(c: RuleContext, { kind, items }: AdChangeRow) {
  const done = items.filter(({ result }) => result === "ok");
  const lines = async (still: (line: Item, place: number) => Promise<object | undefined> | object | undefined) => {
    const found = [];
    for (const [i, line] of done.entries()) found.push(await still(line, i));
    return found.flatMap((line) => line ?? []);
  };
  const named = ({ campaignId, keywordId, termId }: Item) => ({ campaignId, keywordId, termId });
  if (kind === "negative")
    return {
      kind,
      items: await lines(async (line) => {
        const found = await c.sql.one<{ id: string }>(
          "select negative_id::text as id from ad_negative where campaign_id = $1 and platform_id = $2 and state = 'ENABLED'",
          [line.campaignId, line.platformId],
        );
        return found && line.newState === "ENABLED" ? { ...named(line), negativeId: found.id } : undefined;
      }),
    };
  if (kind === "create")
    return {
      kind: "state" as const,
      toState: "PAUSED" as const,
      items: await lines(async ({ campaignId, platformId }) => {
        const found = await c.sql.one<{ id: string }>(
          `select keyword_id::text as id from ad_keyword where campaign_id = $1 and state = 'ENABLED'
             and target_kind = 'keyword' and coalesce(platform_id, keyword_id::text) = $2`,
          [campaignId, platformId],
        );
        return found && { campaignId, keywordId: found.id };
      }),
    };
  const things = await thingsOf(c, kind, done);
  if (kind === "state")
    return {
      kind,
      toState: done[0]?.oldState === "PAUSED" ? ("PAUSED" as const) : ("ENABLED" as const),
      items: await lines((line, i) => (things[i]?.state === line.newState ? named(line) : undefined)),
    };
  return {
    kind,
    items: await lines((line, i) => {
      const { value, base } = things[i] ?? {};
      const before = line.baseValue ?? line.oldValue;
      const still = [value, base].some((now) => now && dec(now).eq(line.newValue ?? -1));
      return still && before && !dec(before).eq(value ?? -1) ? { ...named(line), ownValue: before } : undefined;
    }),
  };
}

const revert = transition(adChange, "revert", {
  lock: async (c, row) => ({
    undone: await c.sql.one<{ no: string }>(
      "select no from ad_change where tenant_id = $1 and undone_id = $2 and status <> 'void' and del_flag = 0 limit 1",
      [c.tenantId, row.id],
    ),
  }),
  guard: ({ undone }) => undone && `已有撤销它的广告操作${undone.no}`,
  async effect(c, { row }) {
    const back = await reverted(c, row);
    if (!back.items.length) throw conflict("成功的行之后都又被改过或已经是原值，没有可以改回的");
    const made = await createDraft(c, adChange, { ...back, origin: "undo", undoneId: row.id, cause: `撤销${row.no}` });
    await link(c, { type: adChange.name, id: row.id }, { type: adChange.name, id: made.id });
    return { madeId: made.id, no: made.no };
  },
});

/** 广告操作 (figures.md D.7). */
export const adChangeRules = rules(adChange, {
  async beforeSave(c, next, before) {
    next.origin ??= before?.origin ?? "hand";
    await workOutChange(c, next, before);
  },
  async prefill(c, from) {
    for (const name of ["bidOf", "wordStateOf", "budgetOf", "stateOf", "negateOf", "createOf"] as const) {
      const ids = from[name];
      if (!ids?.length) continue;
      const [kind, by] = startOf(name);
      return startChange(kind, by, await adThings(c, by, ids));
    }
    return {};
  },
  transitions: [confirm, ask, approve, resend, revert],
});
