import type { z } from "zod";
import type { Database, Sql } from "#backend/platform/db";
import { type Caller, invalid } from "#backend/platform/http";
import { documents } from "#documents";
import { type Alert, type AlertState, type alertChoice, alertKey, alertsFor, type DocumentType } from "#documents/kit";

export interface Subscription {
  id: string;
  kind: string;
  threshold: number;
  channel: AlertState["channel"];
  /** The day of its last digest. */
  digestDay: string | null;
}

/** Alerts that somebody with these permissions may subscribe to, by their names. */
export const kindsOf = ({ permissions }: Pick<Caller, "permissions">) =>
  new Map<string, { document: DocumentType; alert: Alert }>(
    documents
      .filter((d) => !d.calls?.handwritten)
      .flatMap((document) =>
        alertsFor(document, permissions).map((alert) => [alertKey(document, alert), { document, alert }]),
      ),
  );

export const subscriptionsOf = (sql: Sql, userId: string) =>
  sql.query<Subscription>(
    `select id, kind, threshold::float8 as threshold, channel, digest_day::text as "digestDay"
     from desk_alert where user_id = $1 order by id`,
    [userId],
  );

/** What the caller may subscribe to, with what is subscribed. */
export async function alertStates(sql: Sql, caller: Caller): Promise<AlertState[]> {
  const own = new Map((await subscriptionsOf(sql, caller.userId)).map((s) => [s.kind, s]));
  return [...kindsOf(caller)].map(([kind, { document, alert }]) => ({
    kind,
    label: alert.label,
    document: document.label,
    unit: alert.unit,
    on: own.has(kind),
    threshold: own.get(kind)?.threshold ?? alert.threshold,
    channel: own.get(kind)?.channel ?? "daily",
  }));
}

/** Makes these the subscriptions of the caller. @throws Refusal 400 for an alert that is not the caller's */
export const subscribe = (db: Database, caller: Caller, { alerts }: z.output<typeof alertChoice>): Promise<true> =>
  db.tx(async (sql) => {
    const kinds = kindsOf(caller);
    if (alerts.some(({ kind }) => !kinds.has(kind))) throw invalid("没有这种预警");
    await sql.query("delete from desk_alert where user_id = $1 and kind <> all ($2)", [
      caller.userId,
      alerts.map(({ kind }) => kind),
    ]);
    for (const { kind, threshold, channel } of alerts)
      await sql.query(
        `insert into desk_alert (tenant_id, user_id, kind, threshold, channel)
         values ($1, $2, $3, $4, $5)
         on conflict (user_id, kind) do update set threshold = excluded.threshold,
           channel = excluded.channel`,
        [caller.tenantId, caller.userId, kind, threshold, channel],
      );
    return true as const;
  });
