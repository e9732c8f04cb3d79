import { AD_PAGE } from "#backend/domain/intake/ads/entities";
import { connectorOf } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { Later, type Message, type OutboxHandler, onOutbox, Refused, Underway } from "#backend/engine/connect/words";
import { type Engine, lockRow, moveTo, patch, pick, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { patchRow, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { param } from "#backend/platform/values";
import { adChange } from "#documents/advertisement/ad-change";
import { changeAccount, type LineEnd, type LineTold } from "./account";

const KIND = "adChange";
/** A change that an account never answered for a day or two is given up. */
const MOST_ATTEMPTS = 40;
const STOPPED_SECONDS = 600;

/** Has the account told of a change, once this is committed; each time that somebody sends it. */
export const askAccount = (
  c: RuleContext,
  { id, no, version }: { id: string; no: string; version: number },
  connectorId: string,
): Promise<boolean> =>
  enqueue(c, { kind: KIND, key: `${no}/${version}`, connectorId, document: adChange.name, id, no });

/** Lines that the account has not answered for, with the platform's numbers of what they are about. */
const linesOf = (sql: Sql, id: string | null) =>
  sql.query<LineTold>(
    `select l.id::text as id, l.words, coalesce(c.platform_id, c.campaign_id::text) as "campaignNo",
       coalesce(k.ad_group_id, t.ad_group_id)::text as "adGroupNo",
       case when l.negative_id is not null then (select n.platform_id from ad_negative n where n.negative_id = l.negative_id::bigint)
         when k.keyword_id is not null then coalesce(k.platform_id, k.keyword_id::text) end as "platformNo",
       coalesce(k.target_kind <> 'keyword', false) as "ofTarget",
       l.old_value::text as "oldValue", l.new_value::text as "newValue", l.old_state as "oldState",
       l.new_state as "newState", l.result = 'unknown' as unsure
     from ad_change_line l join ad_campaign c on c.campaign_id = l.campaign_id
       left join ad_keyword k on k.keyword_id = l.keyword_id left join ad_term t on t.term_id = l.term_id
     where l.ad_change_id = $1 and l.del_flag = 0 and l.result in ('waiting', 'unknown') order by l.line_no`,
    [id],
  );

/** Lines ($1 json, of result ok) whose things are now as they became. */
const KNOWN = `from jsonb_to_recordset($1::jsonb) as e(id bigint, "platformId" text)
  join ad_change_line l on l.id = e.id join ad_change a on a.id = l.ad_change_id`;
const AS_BECAME = [
  `update ad_campaign c set daily_budget = l.new_value, told_time = clock_timestamp() ${KNOWN}
   where c.campaign_id = l.campaign_id and a.kind = 'budget'`,
  `update ad_keyword k set bid = l.new_value, told_time = clock_timestamp() ${KNOWN}
   where k.keyword_id = l.keyword_id and a.kind = 'bid'`,
  `update ad_campaign c set state = l.new_state, told_time = clock_timestamp() ${KNOWN}
   where c.campaign_id = l.campaign_id and a.kind = 'state' and l.keyword_id is null`,
  `update ad_keyword k set state = l.new_state, told_time = clock_timestamp() ${KNOWN}
   where k.keyword_id = l.keyword_id and a.kind = 'state'`,
  `update ad_negative n set state = 'ARCHIVED', told_time = clock_timestamp() ${KNOWN}
   where n.negative_id = l.negative_id::bigint and a.kind = 'negative' and l.new_state = 'ARCHIVED'`,
  `insert into ad_negative as n (campaign_id, ad_group_id, keyword_text, match_type, state, platform_id, told_time)
   select t.campaign_id, t.ad_group_id, l.words, a.match, 'ENABLED', e."platformId", clock_timestamp() ${KNOWN}
     join ad_term t on t.term_id = l.term_id
   where a.kind = 'negative' and l.new_state = 'ENABLED' and e."platformId" is not null
   on conflict (campaign_id, platform_id) do update set state = 'ENABLED', told_time = excluded.told_time`,
  `insert into ad_keyword (keyword_id, campaign_id, ad_group_id, keyword_text, match_type, bid, state, platform_id, told_time)
   select nextval('ad_entity_id'), t.campaign_id, t.ad_group_id, l.words, 'EXACT', l.new_value, 'ENABLED', e."platformId",
     clock_timestamp() ${KNOWN} join ad_term t on t.term_id = l.term_id
   where a.kind = 'create' and e."platformId" is not null
   on conflict do nothing`,
];

/** What became of a line, by its id. */
type LineKept = { id: string } & Pick<LineEnd, "result" | "message" | "platformId">;

/** Keeps what became of lines, and what of the account is now as they wanted it. */
export async function keepEnds(sql: Sql, rows: readonly LineKept[]): Promise<void> {
  await sql.query(
    `update ad_change_line l set result = e.result, message = e.message, answer_time = clock_timestamp(),
       platform_id = coalesce(e."platformId", l.platform_id)
     from jsonb_to_recordset($1::jsonb) as e(id bigint, result text, message text, "platformId" text) where l.id = e.id`,
    [JSON.stringify(rows)],
  );
  const ok = JSON.stringify(rows.filter(({ result }) => result === "ok"));
  for (const statement of AS_BECAME) await sql.query(statement, [ok]);
}

const keepUnsure = (sql: Sql, lines: readonly LineTold[]): Promise<void> =>
  patchRow(
    sql,
    "ad_change_line",
    lines.map((l) => l.id),
    { result: "unknown" },
  );

interface LineCounts {
  ok: number;
  skipped: number;
  failed: number;
  open: number;
}

/** The change says what became of its lines; whoever made it hears of what did not go well. */
export async function settleChange(c: RuleContext, id: string, why?: string): Promise<void> {
  const row = await lockRow(c, adChange, id, { anyScope: true });
  if (row.status !== "sending") return;
  const counts = await c.sql.one<LineCounts>(
    `select count(*) filter (where result = 'ok')::int as ok, count(*) filter (where result = 'skipped')::int as skipped,
       count(*) filter (where result = 'failed')::int as failed, count(*) filter (where result in ('waiting', 'unknown'))::int as open
     from ad_change_line where ad_change_id = $1 and del_flag = 0`,
    [id],
  );
  const { ok = 0, skipped = 0, failed = 0, open = 0 } = counts ?? {};
  const bad = skipped + failed + open;
  await patch(c, adChange, id, { okCount: ok, skipCount: skipped, failCount: failed + open });
  await moveTo(c, adChange, id, bad === 0 ? "done" : ok ? "part" : "failed", "平台已答复");
  if (!bad || !row.createBy) return;
  await notify(c.sql, {
    tenantId: c.tenantId,
    userIds: [row.createBy],
    title: `广告操作${row.no}未全部成功`,
    pushDescribe: [`成功${ok}行，跳过${skipped}行，失败${failed + open}行`, ...(why ? [why] : [])]
      .join("；")
      .slice(0, 200),
    bizPath: `${adChange.screens.detail}?id=${row.id}`,
  });
}

/** How changes are told to advertising accounts; what an account has is read before anything is sent (figures.md D.7). */
export function adChangeHandler(engine: Engine): OutboxHandler {
  const contextOf = (sql: Sql, { tenantId }: Message): RuleContext => ({ sql, ...systemOf(tenantId), ...engine });
  return onOutbox(KIND, {
    attempts: MOST_ATTEMPTS,
    async send(db, { tenantId, documentId, connectorId }) {
      if (await param(db, tenantId, "ads_stop")) throw new Underway("广告操作已在系统参数中停止", STOPPED_SECONDS);
      const head = await pick({ sql: db }, adChange, documentId, ["no", "kind", "match", "status"]);
      if (head?.status !== "sending") throw new Refused("广告操作状态已变更，不再发送");
      const connector = await connectorOf(db, connectorId);
      if (!connector.profileId) throw new Refused("店铺和连接都没有广告账号");
      const lines = await linesOf(db, documentId);
      for (let from = 0; from < lines.length; from += AD_PAGE)
        await changeAccount(
          db,
          connector,
          head,
          lines.slice(from, from + AD_PAGE),
          (ends) =>
            db.tx((sql) =>
              keepEnds(
                sql,
                ends.map(({ line, ...end }) => ({ id: line.id, ...end })),
              ),
            ),
          (part) => keepUnsure(db, part),
        );
      const open = await linesOf(db, documentId);
      if (open.length) throw new Later(`平台没有答复${open.length}行`);
      return `${head.no}：${lines.length}行`;
    },
    async done(sql, message) {
      await settleChange(contextOf(sql, message), message.documentId ?? "");
    },
    async dead(sql, message, reason) {
      await sql.query(
        `update ad_change_line set message = $2, result = case when result = 'unknown' then result else 'failed' end
         where ad_change_id = $1 and result in ('waiting', 'unknown')`,
        [message.documentId, reason.slice(0, 300)],
      );
      await settleChange(contextOf(sql, message), message.documentId ?? "", reason);
    },
  });
}
