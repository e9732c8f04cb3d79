import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { draft, type Office, openOffice } from "./notices.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["ops", "finance"]);
});
afterAll(() => office.backend.close());

test("a notice lives from draft through audit to its readers and back", async () => {
  const { db } = office.backend;
  const saved = await office.save("it_staff", draft({ content: "<p>一<script>x</script></p>" }));
  expect(saved).toMatchObject({ version: 0, status: "draft", no: expect.stringMatching(/^TZ\d{10}$/) });
  const { id } = saved;

  const submitted = await office.save("it_staff", {
    ...draft({ title: "国庆放假安排", level: "important" }),
    id,
    version: 0,
    submitFlag: "true",
  });
  expect(submitted).toEqual({ id, no: saved.no, version: 1, status: "auditing" });
  expect(await office.centre("ops")).toEqual([]);

  const audited = await office.post("admin", "/auditSysNotification", {
    id,
    auditStatus: 1,
    auditOpinion: "同意",
    version: 1,
  });
  expect(audited.body.data).toEqual({ id, version: 3, status: "pushed" });

  const people = await db.one<{ n: number }>(
    "select count(*)::int as n from sys_user where del_flag = 0 and tenant_id = 1",
  );
  const row = async () => (await office.get("it_staff", "/page")).body.data.records[0];
  expect(await row()).toMatchObject({
    id,
    title: "国庆放假安排",
    status: "pushed",
    targetCount: people!.n,
    readCount: 0,
    readRate: "0.00",
    auditStatus: "1",
    auditByName: "系统管理员",
    auditOpinion: "同意",
    createByName: "程立行",
    scopeNames: ["全员"],
    channels: ["site"],
  });

  expect((await office.get("ops", "/notificationCenterPage", { size: "1" })).body.data).toEqual({
    records: [
      {
        id,
        title: "国庆放假安排",
        isRead: "0",
        new: true,
        pushType: "1",
        pushDescribe: "9月25日至27日放假",
        pushTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        level: "important",
        bizPath: null,
        readTime: null,
        remindCount: 0,
        status: "pushed",
      },
    ],
    total: 1,
    size: 1,
    current: 1,
    pages: 1,
    summary: { unread: 1, new: 1 },
  });

  const detail = (who: string, flag: boolean) =>
    office.get(who, `/getSysNotificationDetail/${flag}`, { notificationId: id });
  const looked = (await detail("ops", false)).body.data;
  expect(looked).toMatchObject({ isRead: "0", content: "<p>放假三天</p>", attachments: [] });
  expect(looked).not.toHaveProperty("targetCount");
  const read = (await detail("ops", true)).body.data;
  expect(read.isRead).toBe("1");
  expect((await detail("ops", true)).body.data.readTime).toBe(read.readTime);
  expect(await row()).toMatchObject({ readCount: 1 });
  expect((await detail("it_staff", false)).body.data).toMatchObject({ targetCount: people!.n });
  expect(await row()).toMatchObject({ readCount: 1 });

  const mark = (body: unknown) => office.post("finance", "/setReadNotification", body);
  expect((await mark({ ids: [id, "999999", "x"] })).body).toEqual({ code: 0, msg: null, data: 1 });
  expect((await mark({ all: true })).body.data).toBe(0);
  expect(await row()).toMatchObject({ readCount: 2 });
  expect(await office.centre("finance", { isRead: "0" })).toEqual([]);
  expect(await office.centre("finance", { isRead: "1", pushType: "1,2" })).toHaveLength(1);

  const remind = await office.post("it_staff", `/${id}/remind`, { version: 3 });
  expect(remind.body.data).toEqual({ id, no: saved.no, count: people!.n - 2 });
  const counts = await db.query<{ is_read: string; remind_count: number }>(
    "select distinct is_read, remind_count from sys_notification_target order by is_read",
  );
  expect(counts).toEqual([
    { is_read: "0", remind_count: 1 },
    { is_read: "1", remind_count: 0 },
  ]);

  const revoke = await office.post("admin", `/${id}/revoke`, { version: 3, reason: "日期有误" });
  expect(revoke.body.data).toEqual({ id, version: 4, status: "revoked" });
  expect(await office.centre("ops")).toEqual([]);
  expect(await detail("ops", true)).toEqual({ status: 200, body: { code: 1, msg: "通知不存在或已撤回", data: null } });
  expect((await row()).targetCount).toBe(people!.n);

  const history = await call(office.backend, "GET", `/admin/operlog/notification/${id}`, {
    token: office.token("it_staff"),
  });
  expect(history.body.data.map((l: Record<string, string>) => [l.action, l.fromState, l.toState, l.operator])).toEqual([
    ["撤回", "pushed", "revoked", "系统管理员"],
    ["催读", "pushed", null, "程立行"],
    ["推送", "approved", "pushed", "系统"],
    ["通过", "auditing", "approved", "系统管理员"],
    ["提交", "draft", "auditing", "程立行"],
    ["保存", null, "draft", "程立行"],
  ]);
});

test("a rejected notice goes back to its author, who hears of it, mends and submits it again", async () => {
  const { id } = await office.save("it_staff", draft({ title: "待改", submitFlag: true }));
  await office.post("admin", "/auditSysNotification", { id, auditStatus: "2", auditOpinion: "缺少日期" });
  const [reminder] = await office.centre("it_staff", { pushType: "4" });
  expect(reminder).toMatchObject({
    new: true,
    pushDescribe: "待改：缺少日期",
    bizPath: `/admin/systemnotice/detail/${id}`,
  });
  expect((await office.get("it_staff", "/page", { status: "rejected" })).body.data.records).toEqual([
    expect.objectContaining({ id, auditStatus: "2", auditOpinion: "缺少日期", version: 1 }),
  ]);
  const again = await office.save("it_staff", { ...draft(), id, version: 1, submitFlag: true });
  expect(again).toMatchObject({ id, version: 2, status: "auditing" });
});

test("one key creates one notice, however often the form is sent", async () => {
  const send = () =>
    office.post("it_staff", "/saveOrUpdateNotification", draft({ title: "只有一份" }), {
      "Idempotency-Key": "0b9f5c1e-once",
    });
  const answers = [await send(), await send()];
  expect(answers[1]).toEqual(answers[0]);
  expect((await office.get("it_staff", "/page", { title: "只有一份" })).body.data.total).toBe(1);
});

test("drafts and rejected notices can be deleted, and are gone from every call", async () => {
  const { id } = await office.save("it_staff", draft({ title: "不要了" }));
  expect((await office.del("it_staff", `/${id}?version=0`)).body.data).toBe(true);
  expect((await office.get("it_staff", "/page", { title: "不要了" })).body.data.total).toBe(0);
  expect((await office.del("it_staff", `/${id}`)).status).toBe(404);
});

test("the list filters, sorts and averages over the whole filtered set", async () => {
  const [one, two] = [
    await office.pushed({ title: "甲 率", scopeType: "user", scopeIds: [office.ids.ops!, office.ids.finance!] }),
    await office.pushed({ title: "乙 率", pushType: "3", scopeType: "user", scopeIds: [office.ids.ops!] }),
  ];
  await office.post("ops", "/setReadNotification", { ids: [one, two] });
  const page = async (params: Record<string, string>) => (await office.get("it_staff", "/page", params)).body.data;
  const all = await page({ title: "率", descs: "readRate", size: "10" });
  expect(all.records.map((r: { id: string }) => r.id)).toEqual([two, one]);
  expect(all.records.map((r: { readRate: string }) => r.readRate)).toEqual(["100.00", "50.00"]);
  expect(new Set(all.records[1].scopeNames)).toEqual(new Set(["许青禾", "钟明礼"]));
  expect(all.summary).toEqual({ readRate: "75.00" });
  expect((await page({ title: "率", size: "10", current: "9" })).summary).toEqual({ readRate: "75.00" });
  expect((await page({ keyword: "甲", pushType: "1", status: "pushed,draft" })).total).toBe(1);
  expect((await page({ title: "率", pushType: "3" })).records[0].id).toBe(two);
  expect((await page({ title: "率", pushTimeTo: "2020-01-01" })).total).toBe(0);
});
