import { expect } from "vitest";
import { engine } from "#backend/domain";
import { readAccount } from "#backend/domain/intake/ads/read-account";
import { connectorOf } from "#backend/engine/connect/connector";
import type { Engine } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { openChanges } from "../change/change.testing";

const CAMPAIGNS: Readonly<Record<string, string>> = { "SP-1": "700001", "SP-2": "700002", "SP-9": "700009" };
const BEGIN = {
  "SP-1": { state: "ENABLED", budget: "25.00" },
  "SP-2": { state: "ENABLED", budget: "10.00" },
  "SP-9": { state: "PAUSED", budget: "40.00" },
};

/**
 * Changes, and a document that makes them by the clock.
 * @param kind of ad_daypart or ad_pacing
 * @param blank a new one, but for its store
 */
export async function openTurns(
  kind: "daypart" | "pacing",
  turnAll: (db: Database, engine: Engine, now: Date) => Promise<void>,
  blank: object,
) {
  const s = await openChanges();
  const api = `/advertisement/ad${kind}`;
  const readAgain = async () => readAccount(s.db, await connectorOf(s.db, s.connectorId));
  /** Somebody sets campaigns at the platform itself; the account is read afterwards. */
  async function onPlatform(said: Readonly<Record<string, object>>, again = true) {
    const { campaign } = await s.account();
    await s.tell({
      campaigns: Object.entries(said).map(([name, more]) => ({ ...campaign(CAMPAIGNS[name] ?? ""), ...more })),
    });
    if (again) await readAgain();
  }
  const inAccount = async (field: "state" | "budget") => {
    const { campaign } = await s.account();
    return Object.values(CAMPAIGNS)
      .map((id) => campaign(id)[field])
      .join(" ");
  };
  /** Everything is as the account began: SP-1 and SP-2 run, SP-9 is paused, nothing of the kind is left. */
  async function begin() {
    await s.db.query(`update ad_${kind} set del_flag = 1; update outbox set status = 'done'`);
    await s.db.query(
      "update ad_change set del_flag = 1; update sys_param set value = 'false' where param_key = 'ads_stop'",
    );
    await onPlatform(BEGIN);
  }
  const create = (more: object = {}, who = "admin") =>
    s.as(who).send("POST", api, { storeId: s.us, ...blank, ...more });
  const press = (id: string, action: string, who = "admin") => s.as(who).act(api, id, action);
  async function enabled(more: object = {}): Promise<string> {
    const { status, body } = await create(more);
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect((await press(body.data.id, "enable")).status).toBe(200);
    return body.data.id;
  }
  /** The hourly turn at an hour of Los Angeles in winter, `day` of January 2026; 12 is a Monday. */
  const turn = (hour: number, day = 14) => turnAll(s.db, engine, new Date(Date.UTC(2026, 0, day, hour + 8, 7)));
  const turned = async (hour: number, day = 14) => {
    await turn(hour, day);
    await s.send();
  };
  const changes = (id: string) =>
    s.db.query<{ id: string; status: string; toState: string | null; n: number; words: string }>(
      `select a.id::text as id, a.status, a.to_state as "toState", a.line_count as n,
         (select string_agg(l.words || ' ' || l.old_value || '→' || l.new_value, ' ' order by l.words) from ad_change_line l
          where l.ad_change_id = a.id and l.del_flag = 0) as words
       from ad_change a where a.${kind}_id = $1 and a.del_flag = 0 order by a.id`,
      [id],
    );
  const stop = (value: boolean) =>
    s.db.query("update sys_param set value = $1 where param_key = 'ads_stop'", [String(value)]);
  /** A person changes a budget from here. */
  async function byHand(name: string, more: { way: string; amount: string }) {
    const row = await s.made({ budgetOf: await s.idOf("ad_campaign", name) }, more);
    await s.act(row.id, "confirm");
    await s.send();
    return s.read(row.id);
  }
  return {
    ...s,
    api,
    onPlatform,
    inAccount,
    begin,
    create,
    press,
    enabled,
    row: (id: string) => s.as("admin").read(api, id),
    turn,
    turned,
    changes,
    stop,
    byHand,
  };
}
