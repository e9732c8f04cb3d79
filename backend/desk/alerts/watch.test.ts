import { afterAll, beforeAll, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call } from "../../auth/auth.testing";
import { engine } from "../../rules";
import { today } from "../../values/calendar";
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

const subscribe = (alerts: object[]) =>
  call(backend, "PUT", "/admin/desk/alerts", { token, body: { alerts } });
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
  expect(notice?.content).toMatch(
    /<a href="\/finance\/rate\/index\?view=\d+">汇率 SEK：10\.00%<\/a>/,
  );
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
