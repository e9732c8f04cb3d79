import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, refused } from "#backend/platform/auth/auth.testing";
import { download, pngOf, upload } from "#backend/platform/files/files.testing";
import { draft, type Office, openOffice } from "./notices.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["ops", "ads", "ops_manager", "finance", "buyer"]);
});
afterAll(() => office.backend.close());

const GONE = { status: 200, body: { code: 1, msg: "通知不存在或已撤回", data: null } };

const deptId = async (name: string) =>
  (await office.backend.db.one<{ id: string }>("select id from sys_dept where name = $1", [name]))!.id;
const receivers = async (id: string) =>
  (
    await office.backend.db.query<{ username: string }>(
      `select u.username from sys_notification_target t join sys_user u on u.id = t.user_id
       where t.notification_id = $1 order by u.username`,
      [id],
    )
  ).map((u) => u.username);

test("a department reaches the ones below it, a role its holders, names nobody twice", async () => {
  const { db } = office.backend;
  const inDepts = await db.query<{ username: string }>(
    `select u.username from sys_user u join sys_dept d on d.id = u.dept_id
     where d.name in ('北美事业部', '北美一部', '北美二部') order by u.username`,
  );
  const division = await office.pushed({
    scopeType: "dept",
    scopeIds: [await deptId("北美事业部"), await deptId("北美一部")],
  });
  expect(await receivers(division)).toEqual(inDepts.map((u) => u.username));
  expect(await receivers(division)).toContain("ops");
  const role = await db.one<{ id: string }>("select id from sys_role where role_code = 'FINANCE'");
  const byRole = await office.pushed({ scopeType: "role", scopeIds: [role!.id] });
  const holders = await db.query<{ username: string }>(
    `select u.username from sys_user u join sys_user_role r on r.user_id = u.id
     where r.role_id = $1 order by u.username`,
    [role!.id],
  );
  expect(await receivers(byRole)).toEqual(holders.map((u) => u.username));
});

test("people who come later, leave or change place change nothing after the push", async () => {
  const { db } = office.backend;
  const dept = await deptId("采购部");
  const id = await office.pushed({ scopeType: "dept", scopeIds: [dept] });
  const before = await receivers(id);
  expect(before).toContain("buyer");
  await db.query("insert into sys_user (username, displayname, dept_id) values ('late_comer', '新人', $1)", [dept]);
  const elsewhere = await deptId("财务部");
  await db.query("update sys_user set dept_id = $1 where username = 'buyer'", [elsewhere]);
  expect(await receivers(id)).toEqual(before);
  expect((await office.centre("buyer")).map((n) => n.id)).toContain(id);
});

test("deleted users and users of another tenant receive nothing", async () => {
  const { db } = office.backend;
  await db.query(
    `insert into sys_user (username, displayname, del_flag, tenant_id)
     values ('gone', '离职', 1, 1), ('stranger', '外人', 0, 2)`,
  );
  const names = await receivers(await office.pushed());
  expect(names).not.toContain("gone");
  expect(names).not.toContain("stranger");
});

test("outside the scope no call shows a notice, its history or its files", async () => {
  const { backend } = office;
  const file = async (mark: string): Promise<{ id: string; url: string; name: string }> =>
    (await upload(backend, office.token("it_staff"), [{ name: `${mark}.png`, content: pngOf(mark) }])).body.data;
  const [attached, shown] = [await file("附件"), await file("配图")];
  const id = await office.pushed({
    scopeType: "user",
    scopeIds: [office.ids.ops],
    attachments: [attached],
    content: `<p><img src="${shown.url}"></p>`,
  });
  const params = { notificationId: id };
  const detail = await office.get("ops", "/getSysNotificationDetail/true", params);
  expect(detail.body.data.attachments).toEqual([
    expect.objectContaining({ id: attached.id, name: "附件.png", url: attached.url }),
  ]);
  expect(detail.body.data.content).toBe(`<p><img src="${shown.url}" /></p>`);
  for (const { url } of [attached, shown]) expect((await download(backend, office.token("ops"), url)).status).toBe(200);

  for (const flag of ["true", "false"])
    expect(await office.get("finance", `/getSysNotificationDetail/${flag}`, params)).toEqual(GONE);
  expect((await office.centre("finance")).map((n) => n.id)).not.toContain(id);
  expect((await office.post("finance", "/setReadNotification", { ids: [id] })).body.data).toBe(0);
  for (const { url } of [attached, shown])
    expect((await download(backend, office.token("finance"), url)).status).toBe(403);
  const history = await call(backend, "GET", `/admin/operlog/notification/${id}`, { token: office.token("finance") });
  expect(history).toEqual(refused(404, "单据不存在"));
  // The manager sees it, but reads it as nobody.
  expect(await office.get("admin", "/getSysNotificationDetail/true", params)).toEqual(GONE);
  expect((await office.get("admin", "/getSysNotificationDetail/false", params)).body.code).toBe(0);

  await office.post("admin", `/${id}/revoke`, { reason: "范围有误" });
  expect((await download(backend, office.token("ops"), attached.url)).status).toBe(403);
});

test("somebody else's upload cannot be passed on through a notice", async () => {
  const theirs = (await upload(office.backend, office.token("finance"), [{ name: "薪资.png", content: pngOf("pay") }]))
    .body.data;
  const answer = await office.post("it_staff", "/saveOrUpdateNotification", draft({ attachments: [theirs.id] }));
  expect(answer.body.msg).toBe("附件不存在或不是本人上传");
  await office.pushed({ content: `<p>看图<img src="${theirs.url}"></p>` });
  expect((await download(office.backend, office.token("ops"), theirs.url)).status).toBe(403);
});

test("attachments of one notice stay within 20 MB together", async () => {
  const ids: string[] = [];
  for (const mark of ["a", "b"]) {
    const content = Buffer.alloc(11 * 1024 * 1024, mark);
    const { body } = await upload(office.backend, office.token("it_staff"), [{ name: `${mark}.txt`, content }]);
    ids.push(body.data.id);
  }
  const save = (attachments: string[]) => office.post("it_staff", "/saveOrUpdateNotification", draft({ attachments }));
  expect((await save(ids)).body.msg).toBe("上传文件总大小不能超过20MB");
  expect((await save(ids.slice(1))).status).toBe(200);
});

test("a manager whose data scope is narrow manages only the notices inside it", async () => {
  const { db } = office.backend;
  await db.query(
    `insert into sys_role_menu (role_id, menu_id)
     select r.id, m.id from sys_role r, sys_menu m
     where r.role_code = 'OPS_MANAGER' and m.permission like 'sys_notification_%' on conflict do nothing`,
  );
  const { forgetCallers } = await import("#backend/platform/auth/caller");
  forgetCallers();
  const outside = (await office.save("it_staff", draft({ title: "信息部草稿" }))).id;
  const own = (await office.save("ops_manager", draft({ title: "北美草稿" }))).id;
  const page = await office.get("ops_manager", "/page", { title: "草稿" });
  expect(page.body.data.records.map((r: { id: string }) => r.id)).toEqual([own]);
  expect((await office.del("ops_manager", `/${outside}`)).status).toBe(404);
  const params = { notificationId: outside };
  expect(await office.get("ops_manager", "/getSysNotificationDetail/false", params)).toEqual(GONE);
  expect((await office.get("it_staff", "/page", { title: "草稿" })).body.data.total).toBe(2);
});

test("the exported read situation has one line per receiver and a total", async () => {
  const people = ["ops", "ads", "finance"].map((u) => office.ids[u]!);
  const id = await office.pushed({ title: "催读用", scopeType: "user", scopeIds: people });
  await office.post("ops", "/setReadNotification", { ids: [id] });
  await office.post("it_staff", `/${id}/remind`);
  await office.backend.db.query("update sys_user set del_flag = 1 where username = 'ads'");
  const answer = await fetch(`${office.backend.url}/admin/sysnotification/exportReadSituation?notificationId=${id}`, {
    headers: { authorization: `Bearer ${office.token("it_staff")}` },
  });
  const [filter, headers, ...rows] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]!.rows;
  expect(filter?.[0]).toMatch(/^演示数据　筛选条件：TZ\d{10} 催读用$/);
  expect(headers).toEqual(["姓名", "部门", "是否已读", "阅读时间", "催读次数"]);
  expect(
    rows
      .slice(0, -1)
      .map(([name, , read, time, count]) => [name, read, time !== null, count])
      .sort(),
  ).toEqual(
    [
      ["夏知秋", "未读", false, 1],
      ["许青禾", "已读", true, 0],
      ["钟明礼", "未读", false, 1],
    ].sort(),
  );
  expect(rows.at(-1)).toEqual(["合计", "应读3人", "已读1人", "阅读率33.33%", 2]);
  const page = await office.get("it_staff", "/readSituationPage", { notificationId: id, isRead: "0" });
  expect(page.body.data).toMatchObject({ total: 2 });
});
