import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refused } from "#backend/platform/auth/auth.testing";
import { type Draft, draft, inMinutes, type Office, openOffice } from "./notices.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["ops"]);
});
afterAll(() => office.backend.close());

const save = (body: Draft, who = "it_staff") => office.post(who, "/saveOrUpdateNotification", body);
const audit = (who: string, body: Draft) => office.post(who, "/auditSysNotification", body);
const whole = () => office.backend.db.query("select * from sys_notification order by id");

describe("fields", () => {
  const cases: [string, Draft, string, string][] = [
    ["no title", { title: " " }, "title", "请输入标题"],
    ["short title", { title: "中" }, "title", "标题不能少于2个字"],
    ["long title", { title: "字".repeat(101) }, "title", "标题不能超过100个字"],
    ["no summary", { pushDescribe: null }, "pushDescribe", "请输入通知摘要"],
    ["long summary", { pushDescribe: "字".repeat(201) }, "pushDescribe", "通知摘要不能超过200个字"],
    ["content that is only markup", { content: "<p><br></p>" }, "content", "请输入正文"],
    ["no type", { pushType: "" }, "pushType", "请选择推送类型"],
    ["unknown level", { level: "loud" }, "level", "请选择级别"],
    ["no receivers", { scopeType: "dept", scopeIds: "" }, "scopeIds", "请选择接收对象"],
    ["receivers that do not exist", { scopeType: "user", scopeIds: ["987654"] }, "scopeIds", "接收对象不存在或已删除"],
    ["timed without time", { pushMode: "timed" }, "planTime", "请选择计划时间"],
    ["a day that is none", { pushMode: "timed", planTime: "2026-02-30 10:00" }, "planTime", "计划时间要填写日期和时间"],
    [
      "planned too soon",
      { submitFlag: true, pushMode: "timed", planTime: inMinutes(4) },
      "planTime",
      "计划时间须晚于当前时间5分钟",
    ],
    [
      "expires before the planned push",
      { pushMode: "timed", planTime: inMinutes(60), expireTime: inMinutes(59) },
      "expireTime",
      "失效时间须晚于推送时间",
    ],
    ["expired when submitted", { submitFlag: true, expireTime: inMinutes(-1) }, "expireTime", "失效时间须晚于推送时间"],
    ["four attachments", { attachments: ["1", "2", "3", "4"] }, "attachments", "附件最多3个"],
    ["an attachment that is not there", { attachments: ["99999"] }, "attachments", "附件不存在或不是本人上传"],
  ];
  test.each(cases)("%s", async (_name, change, field, msg) => {
    const before = await whole();
    expect(await save(draft(change))).toEqual({
      status: 400,
      body: { code: 1, msg, data: null, fields: expect.objectContaining({ [field]: msg }) },
    });
    expect(await whole()).toEqual(before);
  });

  test("a form's own spelling is understood: browser time, comma list, empty text", async () => {
    const plan = inMinutes(60).slice(0, 16);
    const { id } = await office.save(
      "it_staff",
      draft({
        id: "",
        version: "",
        pushMode: "timed",
        planTime: plan.replace(" ", "T"),
        level: "",
        scopeType: "user",
        scopeIds: `${office.ids.ops},${office.ids.ops}`,
        channels: "feishu",
        expireTime: "",
        attachments: "",
      }),
    );
    const { data } = (await office.get("it_staff", "/page", { ids: id })).body;
    expect(data.records).toEqual([
      expect.objectContaining({
        id,
        planTime: `${plan}:00`,
        level: "normal",
        channels: ["site", "feishu"],
        scopeIds: [office.ids.ops],
        expireTime: null,
      }),
    ]);
  });
});

describe("states and versions", () => {
  const stale = refused(409, "单据已被他人修改，请刷新后重试");
  const moved = refused(409, "单据状态已变更，请刷新后重试");

  test("saving: stale version, missing version, unknown id, already submitted", async () => {
    const { id } = await office.save("it_staff", draft());
    expect((await save({ ...draft(), id })).body.msg).toBe("缺少版本号");
    expect(await save({ ...draft(), id, version: 5 })).toEqual(stale);
    expect(await save({ ...draft(), id: "123456789", version: 0 })).toEqual(refused(404, "单据不存在"));
    await office.save("it_staff", { ...draft(), id, version: 0, submitFlag: true });
    expect(await save({ ...draft(), id, version: 1 })).toEqual(refused(409, "系统通知已提交，不能修改"));
    expect(await office.del("it_staff", `/${id}`)).toEqual(refused(409, "只有草稿或已驳回的系统通知可以删除"));
  });

  test("of two editors with the same version one wins", async () => {
    const { id } = await office.save("it_staff", draft());
    const answers = await Promise.all(
      ["甲方", "乙方", "丙方"].map((title) => save({ ...draft({ title }), id, version: 0 })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409]);
    expect(answers.filter((a) => a.status === 409)).toEqual([stale, stale]);
  });

  test("audit: own document, no opinion, wrong state, stale version, twice at once", async () => {
    const own = await office.save("admin", draft({ submitFlag: true }));
    expect(await audit("admin", { id: own.id, auditStatus: "1" })).toEqual(refused(409, "不能审批自己提交的单据"));
    const { id } = await office.save("it_staff", draft({ submitFlag: true }));
    expect((await audit("admin", { id, auditStatus: "3" })).body.msg).toBe("请选择审核结果");
    expect((await audit("admin", { id, auditStatus: "2", auditOpinion: " " })).body).toEqual({
      code: 1,
      msg: "请填写驳回原因",
      data: null,
      fields: { auditOpinion: "请填写驳回原因" },
    });
    expect(await audit("admin", { id, auditStatus: "1", version: 7 })).toEqual(stale);
    const both = await Promise.all([1, 2].map(() => audit("admin", { id, auditStatus: "1" })));
    expect(both.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(await audit("admin", { id, auditStatus: "1" })).toEqual(moved);
    const targets = await office.backend.db.one<{ n: number; t: number }>(
      `select count(*)::int as n, max(target_count)::int as t
       from sys_notification_target join sys_notification n on n.id = notification_id where n.id = $1`,
      [id],
    );
    expect(targets!.n).toBe(targets!.t);
  });

  test("audit: nobody in scope; expired meanwhile", async () => {
    const { db } = office.backend;
    const empty = await db.one<{ id: string }>(
      "insert into sys_dept (name, parent_id) values ('空部门', 0) returning id",
    );
    const { id } = await office.save("it_staff", draft({ submitFlag: true, scopeType: "dept", scopeIds: [empty!.id] }));
    expect(await audit("admin", { id, auditStatus: "1" })).toEqual(refused(409, "接收范围内没有用户"));
    expect(await office.status(id)).toBe("auditing");
    const late = await office.save("it_staff", draft({ submitFlag: true, expireTime: inMinutes(9) }));
    await db.query("update sys_notification set expire_time = now() where id = $1", [late.id]);
    expect(await audit("admin", { id: late.id, auditStatus: "1" })).toEqual(refused(409, "失效时间已过，请驳回后修改"));
  });

  test("only its author submits a notice", async () => {
    const { id } = await office.save("it_staff", draft());
    expect(await save({ ...draft(), id, version: 0, submitFlag: true }, "admin")).toEqual(
      refused(409, "只能提交本人负责的单据"),
    );
    expect((await save({ ...draft(), id, version: 0 }, "admin")).status).toBe(200);
  });

  test("remind: three times in 24 hours, only while somebody has not read it", async () => {
    const { db } = office.backend;
    const id = await office.pushed({ scopeType: "user", scopeIds: [office.ids.ops!] });
    const remind = () => office.post("it_staff", `/${id}/remind`);
    for (let i = 0; i < 3; i++) expect((await remind()).status).toBe(200);
    expect(await remind()).toEqual(refused(409, "24小时内最多催读3次"));
    await db.query(
      `update sys_notification set remind_times = array(select r - interval '25 hours'
         from unnest(remind_times) r) where id = $1`,
      [id],
    );
    expect(await remind()).toEqual(refused(409, "未读人员均已催读3次"));
    await office.post("ops", "/setReadNotification", { ids: [id] });
    expect(await remind()).toEqual(refused(409, "没有未读人员"));
    const draftId = (await office.save("it_staff", draft())).id;
    const batch = await office.post("it_staff", "/batch/remind", {
      ids: [id, draftId, "99999999", await office.pushed()],
    });
    expect(batch.body.data.map((r: { ok: boolean; msg: string }) => [r.ok, r.msg])).toEqual([
      [false, "没有未读人员"],
      [false, "单据状态已变更，请刷新后重试"],
      [false, "单据不存在"],
      [true, null],
    ]);
  });

  test("revoke: reason, state, version", async () => {
    const id = await office.pushed();
    const revoke = (body: Draft) => office.post("admin", `/${id}/revoke`, body);
    expect((await revoke({ reason: "" })).body.msg).toBe("请填写撤回原因");
    expect(await revoke({ reason: "错", version: 0 })).toEqual(stale);
    expect((await revoke({ reason: "错" })).status).toBe(200);
    expect(await revoke({ reason: "错" })).toEqual(moved);
    expect(await office.post("it_staff", `/${id}/remind`)).toEqual(moved);
  });

  test("read situation of a notice that is not out", async () => {
    const { id } = await office.save("it_staff", draft());
    expect(await office.get("it_staff", "/exportReadSituation", { notificationId: id })).toEqual(
      refused(409, "通知尚未推送"),
    );
  });
});

describe("permissions", () => {
  test("a reader manages nothing; a writer does not approve", async () => {
    const id = await office.pushed();
    const no = refused(403, "当前操作没有权限");
    expect(await office.get("ops", "/page")).toEqual(no);
    expect(await save(draft(), "ops")).toEqual(no);
    expect(await audit("it_staff", { id, auditStatus: "1" })).toEqual(no);
    expect(await office.post("ops", `/${id}/remind`)).toEqual(no);
    expect(await office.post("it_staff", `/${id}/revoke`, { reason: "x" })).toEqual(no);
    expect(await office.get("ops", "/exportReadSituation", { notificationId: id })).toEqual(no);
    expect(await office.get("ops", "/readSituationPage", { notificationId: id })).toEqual(no);
    expect(await office.del("ops", `/${id}`)).toEqual(no);
    expect((await office.get("nobody", "/notificationCenterPage")).status).toBe(401);
  });
});
