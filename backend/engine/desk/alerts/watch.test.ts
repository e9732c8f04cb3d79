import { afterAll, beforeAll, expect, it } from "vitest";
import { engine } from "#backend/domain";
import { call } from "#backend/platform/auth/auth.testing";
import { today } from "#backend/platform/values/calendar";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { watchAlerts } from "./watch";

let backend: TestBackend;
let token = "";
const JUMP = "exchange_rate.jump";

beforeAll(async () => {
  backend = await testBackend();
  token = await login(backend.url, "finance");
  await backend.db.query(
    `insert into exchange_rate (currency, effective_date, official_rate)
     values ('SEK', $1, 0.70), ('SEK', $2, 0.77), ('NOK', $1, 0.70), ('NOK', $2, 0.71)`,
    [today(-1), today()],
  );
});
afterAll(() => backend.close());

const subscribe = (alerts: object[]) => call(backend, "PUT", "/admin/desk/alerts", { token, body: { alerts } });
const told = () =>
  backend.db.query<{ content: string; username: string }>(
    `select n.content, u.username from sys_notification n
       join sys_notification_target g on g.notification_id = n.id join sys_user u on u.id = g.user_id
     where n.title like '预警%' order by n.id`,
  );

it("tells who asked of each row that reaches the threshold, once a day, with its link", async () => {
  expect((await subscribe([{ kind: JUMP, threshold: 5, channel: "now" }])).status).toBe(200);
  // Who may not read rates any more is told nothing of them.
  await backend.db.query(
    `insert into desk_alert (tenant_id, user_id, kind, threshold, channel)
     select 1, id, $1, 0, 'now' from sys_user where username = 'warehouse'`,
    [JUMP],
  );
  await watchAlerts(backend.db, engine);
  await watchAlerts(backend.db, engine);
  const [notice, ...more] = await told();
  expect(more).toEqual([]);
  expect(notice?.username).toBe("finance");
  expect(notice?.content).toMatch(/<a href="\/finance\/rate\/detail\?id=\d+">汇率 SEK：10\.00%<\/a>/);
  expect(notice?.content).not.toContain("NOK");
  await backend.db.query("update desk_alert_told set day = $1", [today(-1)]);
  await watchAlerts(backend.db, engine);
  expect(await told(), "a new day").toHaveLength(2);
});

it("offers what one may see, keeps what is chosen and refuses what is not one's own", async () => {
  await subscribe([{ kind: JUMP, threshold: "7.5", channel: "daily" }]);
  const { body } = await call(backend, "GET", "/admin/desk/alerts", { token });
  expect(body.data).toContainEqual(
    expect.objectContaining({ kind: JUMP, on: true, threshold: 7.5, channel: "daily", unit: "%" }),
  );
  for (const wrong of [{ kind: "user.all" }, { kind: JUMP, threshold: "x" }]) {
    const answer = await subscribe([{ threshold: 1, channel: "now", ...wrong }]);
    expect(answer.status).toBe(400);
  }
});

it("queues count what waits and show who it is about, what is late first", async () => {
  await backend.db.query(
    `with s as (insert into supplier (name) values ('甲方') returning id)
     insert into purchase_order (no, status, receive_status, expect_date, supplier_id, create_time)
     select 'CG9' || n, 'approved', 'none', $1::date + n, s.id, now() - n * interval '1 day'
     from s, generate_series(-2, 4) n`,
    [today()],
  );
  const admin = await login(backend.url, "admin");
  const { body } = await call(backend, "GET", "/admin/desk/queues", { token: admin });
  const queue = (name: string) => body.data.find((q: { label: string }) => q.label === name);
  expect(queue("逾期采购单")).toMatchObject({ count: 2, late: 2 });
  expect(queue("逾期采购单").rows).toMatchObject([
    { title: "CG9-2", about: "甲方", due: today(-2), late: true },
    { title: "CG9-1", due: today(-1), late: true },
  ]);
  expect(queue("待签合同")).toMatchObject({ count: 7, late: 0 });
  const titles = queue("待签合同").rows.map((row: { title: string }) => row.title);
  expect(titles).toEqual(["CG94", "CG93", "CG92", "CG91", "CG90"]);
});
