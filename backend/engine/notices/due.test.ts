import { afterAll, beforeAll, expect, test } from "vitest";
import { expireDue, pushDue } from "./due";
import { draft, inMinutes, type Office, openOffice } from "./notices.testing";
import { notify } from "./notify";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["ops", "finance"]);
});
afterAll(() => office.backend.close());

/** An approved notice whose planned time has just come. */
async function due(body = {}): Promise<string> {
  const { id } = await office.save(
    "it_staff",
    draft({ submitFlag: true, pushMode: "timed", planTime: inMinutes(30), ...body }),
  );
  const audited = await office.post("admin", "/auditSysNotification", { id, auditStatus: "1" });
  expect(audited.body.data.status).toBe("approved");
  await office.backend.db.query("update sys_notification set plan_time = now() - interval '1 second' where id = $1", [
    id,
  ]);
  return id;
}
const targets = async (id: string) =>
  (await office.backend.db.query("select 1 from sys_notification_target where notification_id = $1", [id])).length;

test("a timed notice waits for its time and is then pushed exactly once, by however many", async () => {
  const { db } = office.backend;
  const early = (await office.save("it_staff", draft({ submitFlag: true, pushMode: "timed", planTime: inMinutes(30) })))
    .id;
  await office.post("admin", "/auditSysNotification", { id: early, auditStatus: "1" });
  const id = await due({ scopeType: "user", scopeIds: [office.ids.ops, office.ids.finance] });
  await Promise.all([pushDue(db), pushDue(db), pushDue(db)]);
  expect(await office.status(id)).toBe("pushed");
  expect(await targets(id)).toBe(2);
  expect(await office.status(early)).toBe("approved");
  expect((await office.centre("ops")).map((n) => n.id)).toEqual([id]);
  const pushes = await db.query(
    "select 1 from sys_oper_log where biz_type = 'notification' and biz_id = $1 and action = '推送'",
    [id],
  );
  expect(pushes).toHaveLength(1);
});

test("a push whose process dies leaves nothing half done; the next run does it", async () => {
  const { db } = office.backend;
  const id = await due();
  let dying: Promise<unknown> | undefined;
  await db.tx(async (sql) => {
    await sql.query("select 1 from sys_notification_target where false");
    // Receivers are written after the row lock: hold a user row so that the push stops in the middle.
    await sql.query("select 1 from sys_user where id = $1 for update", [office.ids.ops]);
    dying = pushDue(db).then(
      () => "done",
      () => "died",
    );
    await expect
      .poll(async () => {
        const [row] = await db.query<{ n: number }>(
          `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'
             and query like '%sys_notification_target%' and pid <> pg_backend_pid()`,
        );
        return row!.n;
      })
      .toBeGreaterThan(0);
  });
  expect(await dying).toBe("died");
  expect(await office.status(id)).toBe("approved");
  expect(await targets(id)).toBe(0);
  await pushDue(db);
  expect(await office.status(id)).toBe("pushed");
  expect(await targets(id)).toBeGreaterThan(10);
});

test("a due notice with nobody in scope, or past its expiry, goes back to its author", async () => {
  const { db } = office.backend;
  const lone = await db.one<{ id: string }>(
    "insert into sys_user (username, displayname) values ('lone', '独') returning id",
  );
  const empty = await due({ scopeType: "user", scopeIds: [lone!.id] });
  await db.query("update sys_user set del_flag = 1 where id = $1", [lone!.id]);
  const late = await due({ expireTime: inMinutes(60) });
  await db.query("update sys_notification set expire_time = now() where id = $1", [late]);
  await pushDue(db);
  const page = async (ids: string) => (await office.get("it_staff", "/page", { ids })).body.data.records[0];
  expect(await page(empty)).toMatchObject({ status: "rejected", auditOpinion: "接收范围内没有用户" });
  expect(await page(late)).toMatchObject({ status: "rejected", auditOpinion: "失效时间已过" });
  const reminders = await office.centre("it_staff", { pushType: "4" });
  expect(reminders.map((r) => r.id)).toHaveLength(2);
});

test("an expired notice leaves the bell, stays in the centre and can still be read", async () => {
  const { db } = office.backend;
  const id = await office.pushed({ title: "短期", expireTime: inMinutes(30) });
  await db.query("update sys_notification set expire_time = now() where id = $1", [id]);
  const bell = async () => (await office.centre("ops", { bell: "1" })).map((n) => n.id);
  expect(await bell()).not.toContain(id);
  await expireDue(db);
  expect(await office.status(id)).toBe("expired");
  expect(await bell()).not.toContain(id);
  const inCentre = (await office.centre("ops")).find((n) => n.id === id);
  expect(inCentre).toMatchObject({ isRead: "0", new: false });
  const detail = await office.get("ops", "/getSysNotificationDetail/true", { notificationId: id });
  expect(detail.body.data).toMatchObject({ isRead: "1", status: "expired" });
  expect((await office.post("it_staff", `/${id}/remind`)).status).toBe(409);
});

test("new means unread and pushed within seven days", async () => {
  const { db } = office.backend;
  const id = await office.pushed({ title: "旧闻" });
  await db.query("update sys_notification set push_time = now() - interval '7 days 1 second' where id = $1", [id]);
  expect((await office.centre("ops")).find((n) => n.id === id)).toMatchObject({ new: false });
});

test("a generated reminder appears with the transaction of the action, or not at all", async () => {
  const { db } = office.backend;
  const reminder = {
    userIds: [office.ids.ops!, office.ids.ops!, office.ids.finance!],
    title: "请款单已驳回",
    pushDescribe: "QK<1> 已驳回",
    bizPath: "/finance/request?id=1",
  };
  await db.tx((sql) => notify(sql, reminder).then(() => Promise.reject(new Error("no")))).catch(() => {});
  expect(await office.centre("finance", { pushType: "4" })).toEqual([]);
  const id = await db.tx((sql) => notify(sql, reminder));
  expect(await office.centre("finance", { pushType: "4" })).toEqual([
    expect.objectContaining({ id, bizPath: "/finance/request?id=1", new: true }),
  ]);
  const detail = await office.get("ops", "/getSysNotificationDetail/true", { notificationId: id! });
  expect(detail.body.data.content).toBe("<p>QK&#60;1&#62; 已驳回</p>");
  expect((await office.get("it_staff", "/page", { title: "请款单" })).body.data.total).toBe(0);
  expect(await notify(db, { ...reminder, userIds: ["999999"] })).toBeNull();
  expect(await notify(db, { ...reminder, userIds: [] })).toBeNull();
});
