import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../../tests/runs";
import { expireDue } from "./due";
import { type Office, openOffice } from "./notices.testing";

const PEOPLE = ["ops", "ads", "finance", "buyer", "warehouse"];
const DEPTS = ["总公司", "北美事业部", "北美一部", "采购部", "财务部"];
const ROLES = ["OPS", "ADS", "BUYER", "WAREHOUSE", "FINANCE"];

let office: Office;
const ids: Record<"dept" | "role" | "user", string[]> = { dept: [], role: [], user: [] };
beforeAll(async () => {
  office = await openOffice(PEOPLE);
  const named = (table: string, column: string, names: string[]) =>
    office.backend.db
      .query<{ id: string }>(`select id from ${table} where ${column} = any ($1) order by id`, [names])
      .then((rows) => rows.map((r) => r.id));
  ids.dept = await named("sys_dept", "name", DEPTS);
  ids.role = await named("sys_role", "role_code", ROLES);
  ids.user = PEOPLE.map((p) => office.ids[p]!);
});
afterAll(() => office.backend.close());

type Scope = { scopeType: "all" | "dept" | "role" | "user"; picks: number[] };
type Action =
  | { do: "open" | "look" | "mark"; who: number; at: number }
  | { do: "markAll"; who: number }
  | { do: "remind" | "revoke" | "expire" | "moveUser"; at: number; who: number };

const who = fc.nat(PEOPLE.length - 1);
const at = fc.nat(2);
const scope: fc.Arbitrary<Scope> = fc.record({
  scopeType: fc.constantFrom("all" as const, "dept" as const, "role" as const, "user" as const),
  picks: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
});
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("open" as const, "look" as const, "mark" as const), who, at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("markAll" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("remind" as const, "revoke" as const, "expire" as const, "moveUser" as const),
      who,
      at,
    }),
  },
);

interface Target {
  user_id: string;
  is_read: string;
  read_time: string | null;
}
const targetsOf = (id: string) =>
  office.backend.db.query<Target>(
    "select user_id, is_read, read_time from sys_notification_target where notification_id = $1 order by user_id",
    [id],
  );

async function act(step: Action, notices: string[]): Promise<void> {
  const { db } = office.backend;
  const person = PEOPLE[step.who]!;
  const id = "at" in step ? notices[step.at % notices.length]! : "";
  const detail = (flag: boolean) => office.get(person, `/getSysNotificationDetail/${flag}`, { notificationId: id });
  if (step.do === "open") await detail(true);
  if (step.do === "look") await detail(false);
  if (step.do === "mark") await office.post(person, "/setReadNotification", { ids: [id] });
  if (step.do === "markAll") await office.post(person, "/setReadNotification", { all: true });
  if (step.do === "remind") await office.post("it_staff", `/${id}/remind`);
  if (step.do === "revoke") await office.post("admin", `/${id}/revoke`, { reason: "测试" });
  if (step.do === "expire") {
    await db.query("update sys_notification set expire_time = now() where id = $1 and status = 'pushed'", [id]);
    await expireDue(db);
  }
  if (step.do === "moveUser")
    await db.query("update sys_user set dept_id = $2 where id = $1", [office.ids[person], ids.dept[step.at]]);
}

/** ③ A person outside, or anybody after a revocation, sees nothing by any call. */
async function requireHidden(id: string, receivers: Set<string>) {
  const gone = ["revoked"].includes(await office.status(id));
  for (const person of PEOPLE) {
    const sees = receivers.has(office.ids[person]!) && !gone;
    const listed = (await office.centre(person)).some((n) => n.id === id);
    const detail = await office.get(person, "/getSysNotificationDetail/false", { notificationId: id });
    expect([person, listed, detail.body.code]).toEqual([person, sees, sees ? 0 : 1]);
  }
}

/** ④ One exported line for each receiver, one total, one filter line, one line of headers. */
async function exportedLines(id: string): Promise<number> {
  const answer = await fetch(`${office.backend.url}/admin/sysnotification/exportReadSituation?notificationId=${id}`, {
    headers: { authorization: `Bearer ${office.token("it_staff")}` },
  });
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  return sheets[0]!.rows.length - 3;
}

test("the four invariants of notices hold whoever does what, also at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(scope, { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      async (scopes, rounds) => {
        const notices: string[] = [];
        for (const { scopeType, picks } of scopes)
          notices.push(
            await office.pushed({
              scopeType,
              scopeIds: scopeType === "all" ? [] : picks.map((p) => ids[scopeType][p]),
            }),
          );
        const built = await Promise.all(notices.map(targetsOf));
        const first = new Map<string, string>();
        for (const round of rounds) {
          await Promise.all(round.map((step) => act(step, notices)));
          for (const [i, id] of notices.entries()) {
            const now = await targetsOf(id);
            const counts = await office.backend.db.one<{ read_count: number; target_count: number }>(
              "select read_count, target_count from sys_notification where id = $1",
              [id],
            );
            const read = now.filter((t) => t.is_read === "1");
            expect(counts).toEqual({ read_count: read.length, target_count: now.length }); // ①
            expect(now.every((t) => (t.is_read === "1") === (t.read_time !== null))).toBe(true); // ①
            for (const t of read) {
              const key = `${id}/${t.user_id}`;
              expect(first.get(key) ?? t.read_time).toBe(t.read_time); // ① first read wins
              first.set(key, t.read_time!);
            }
            expect(now.map((t) => t.user_id)).toEqual(built[i]!.map((t) => t.user_id)); // ②
          }
        }
        for (const [i, id] of notices.entries()) {
          await requireHidden(id, new Set(built[i]!.map((t) => t.user_id))); // ③
          expect(await exportedLines(id)).toBe(built[i]!.length); // ④
        }
      },
    ),
    { numRuns: runs(5) },
  );
});
