import { afterAll, beforeAll, expect, test } from "vitest";
import { postTradeFacts } from "#backend/ledgers/facts/post";
import { today } from "#backend/platform/values/calendar";
import { applicationRules } from "./application/application";
import { backToChecked, toRefunded, toRefunding } from "./order/settle";
import { openPromotion, type Promotion } from "./promotion.testing";

let p: Promotion;
beforeAll(async () => {
  p = await openPromotion();
});
afterAll(() => p?.db.close());

const counters = (row: Record<string, unknown>) =>
  ["registered", "checked", "refunding", "refunded", "abnormal", "cancelled"].map((state) => row[`${state}Qty`]);

test("scenario 3: from the application to refunded orders, with every number", async () => {
  const resourceId = await p.resource("R012");
  await p.act("evaluation_resource", resourceId, "enable");
  const unsure = await p.application({ complianceConfirmed: false });
  expect(await p.refused(p.act("evaluation_application", unsure.id, "submit"))).toBe("请阅读并确认平台合规要求");
  const applicationId = await p.running();
  expect(await p.read("evaluation_application", applicationId)).toMatchObject({
    status: "approved",
    estRefund: "385.10",
    estService: "60.00",
    budgetAmount: "445.10",
    totalQty: 10,
    currency: "USD",
    asins: "B0DEMO0001",
  });

  const { id } = await p.task(applicationId, resourceId);
  await p.act("evaluation", id, "start");
  const orders: { id: string; no: string; paid: string }[] = [];
  for (const [i, paid] of ["38.51", "38.51", "38.51", "38.51", "38.51", "38.51", "35.99", "35.99"].entries()) {
    const no = p.number();
    await p.sold(no, paid);
    if (i === 3) expect(await p.refused(p.register(id, no, today(-3), paid))).toBe("超出每日上限");
    const day = today(-3 + Math.floor(i / 3));
    orders.push({ id: (await p.register(id, no, day, paid)).id, no, paid });
  }
  const [gone, ...rest] = orders;
  if (!gone) throw new Error("no order");
  const { db } = p;
  expect(await p.refused(p.register(id, gone.no, today(-1), "38.51"))).toMatch(/^平台订单号已登记于 CPDD\d{10}$/);

  const platform = await db.one<{ id: string; day: string }>(
    "select id, purchase_day::text as day from platform_order where platform_order_no = $1",
    [gone.no],
  );
  await db.tx((sql) =>
    postTradeFacts(sql, [
      {
        sourceType: "platformRefund",
        sourceNo: gone.no,
        bizDate: platform?.day ?? "",
        storeId: p.storeId,
        sellerSku: "S-A100",
        column: "refund_units",
        amount: "1",
      },
    ]),
  );
  await p.rematch([platform?.id ?? ""]);
  expect(await p.read("evaluation_order", gone.id)).toMatchObject({ matchState: "returned" });
  await p.act("evaluation_order", gone.id, "markAbnormal", { abnormalReason: "returned" });
  for (const order of rest) await p.act("evaluation_order", order.id, "check");
  expect(counters(await p.read("evaluation", id))).toEqual([0, 7, 0, 0, 1, 0]);

  const told = async () =>
    db.query(
      `select t.id, paid_amount, match_state, status,
         (t.status = 'checked' and t.match_state = 'matched' and t.refund_no is null) as eligible
       from evaluation_order t order by id`,
    );
  const before = await told();
  for (const order of rest)
    for (const feedbackType of ["publicReview", "none"])
      await p.act("evaluation_order", order.id, "feedback", { feedbackType });
  expect(await told()).toEqual(before);

  const ids = rest.map((o) => o.id);
  const settle = (work: typeof toRefunded, of = ids) => db.tx((sql) => work(p.as(sql), of));
  const into = (of: string[], no: string) => db.tx((sql) => toRefunding(p.as(sql), of, no));
  expect(await p.refused(into([...ids, gone.id], "CPFK1"))).toMatch(/^存在不可返款的测评订单 CPDD/);
  await into(ids, "CPFK1");
  expect(await p.refused(p.act("evaluation_order", ids[0] ?? "", "markAbnormal", { abnormalReason: "other" }))).toBe(
    "已生成返款单，不能标记异常",
  );
  expect(await p.refused(p.act("evaluation", id, "finish"))).toBe("存在未核对或返款中的测评订单");
  await settle(backToChecked);
  expect(counters(await p.read("evaluation", id))).toEqual([0, 7, 0, 0, 1, 0]);
  await into(ids, "CPFK2");
  await settle(toRefunded);
  expect(counters(await p.read("evaluation", id))).toEqual([0, 0, 0, 7, 1, 0]);

  expect(await p.refused(p.act("evaluation_application", applicationId, "complete"))).toBe("存在未完成的测评任务");
  await p.act("evaluation", id, "finish");
  const done = await p.read("evaluation_application", applicationId);
  expect(done).toMatchObject({ items: [{ executedQty: 8, applyQty: 10 }] });
  expect(await p.read("evaluation", id)).toMatchObject({ status: "finished", returnedQty: 2 });
  await p.act("evaluation_application", applicationId, "complete");
  expect(await p.read("evaluation_application", applicationId)).toMatchObject({ status: "completed" });
});

test("a task keeps to its application and its resource", async () => {
  await p.db.query("update evaluation_application set del_flag = 1");
  const resourceId = await p.resource("R013", { complianceSigned: false, complianceFile: [] });
  expect(await p.refused(p.act("evaluation_resource", resourceId, "enable"))).toBe("请先上传合规承诺书");
  const open = await p.resource("R014", { dailyCapacity: 2 });
  await p.act("evaluation_resource", open, "enable");
  const draft = await p.application();
  expect(await p.refused(p.task(draft.id, open))).toBe("测评申请未审核通过");
  const applicationId = await p.running();
  expect(await p.refused(p.approved("evaluation_application", draft.id))).toMatch(
    /^该ASIN在此期间已有执行中的申请 CPSQ\d{10}$/,
  );
  const task = (more: object) => p.task(applicationId, open, { dailyLimit: 2, ...more });
  expect(await p.refused(p.task(applicationId, resourceId))).toBe("资源未启用或不支持该站点");
  expect(await p.refused(task({ planQty: 11 }))).toBe("超出申请剩余数量10");
  expect(await p.refused(task({ dailyLimit: 3 }))).toBe("每日上限不能超过资源的日接单上限2");
  const { id } = await task({ planQty: 2 });
  expect(await p.refused(task({ planQty: 9 }))).toBe("超出申请剩余数量8");
  expect(await p.refused(p.register(id, p.number(), today(), "38.51"))).toBe("任务未在执行中");
  await p.act("evaluation", id, "start");
  expect(await p.refused(p.act("evaluation_resource", open, "disable"))).toBe("存在进行中的测评任务，不能停用");
  const first = await p.register(id, p.number(), today(-1), "38.51", { orderPhotos: [] });
  expect(await p.refused(p.act("evaluation_order", first.id, "check"))).toBe("请上传订单截图");
  const second = await p.register(id, p.number(), today(-1), "38.51");
  expect(await p.refused(p.act("evaluation_order", second.id, "check"))).toBe("平台订单未匹配，请填写说明");
  expect(await p.refused(p.register(id, p.number(), today(), "38.51"))).toBe("超出计划数量");
  await p.act("evaluation", id, "pause", { reason: "等货" });
  expect(await p.refused(p.register(id, p.number(), today(), "38.51"))).toBe("任务已暂停");
  await p.act("evaluation", id, "handle", {
    orders: [
      { orderId: first.id, result: "cancel", note: "参与人退出" },
      { orderId: second.id, result: "check", note: "平台数据未到" },
    ],
  });
  expect(counters(await p.read("evaluation", id))).toEqual([0, 1, 0, 0, 0, 1]);
  await p.act("evaluation_resource", open, "blacklist", { reason: "伪造截图" });
  expect(await p.read("evaluation", id)).toMatchObject({ warning: "resource" });
  await p.act("evaluation_application", applicationId, "close", { reason: "项目取消" });
  expect(await p.read("evaluation", id)).toMatchObject({ status: "closed", returnedQty: 1 });
  expect(await p.read("evaluation_application", applicationId)).toMatchObject({ items: [{ executedQty: 1 }] });
});

test("eight at once: the plan, the day and the number hold", async () => {
  await p.db.query("update evaluation_application set del_flag = 1");
  const resourceId = await p.resource("R015");
  await p.act("evaluation_resource", resourceId, "enable");
  const applicationId = await p.running();
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => p.refused(p.task(applicationId, resourceId, { planQty: 3 }))),
  );
  expect(tries.filter((t) => t === "done")).toHaveLength(3);
  const tasks = await p.db.query<{ id: string }>("select id from evaluation where application_id = $1 order by id", [
    applicationId,
  ]);
  for (const { id } of tasks) await p.act("evaluation", id, "start");
  const [a = { id: "" }, b = { id: "" }] = tasks;
  const no = p.number();
  const same = await Promise.all([a, b, a, b].map(({ id }) => p.refused(p.register(id, no, today(), "38.51"))));
  expect(same.filter((t) => t === "done")).toHaveLength(1);
  const many = await Promise.all(
    Array.from({ length: 8 }, () => p.refused(p.register(a.id, p.number(), today(-1), "38.51"))),
  );
  expect(many.filter((t) => t === "done").length).toBeLessThanOrEqual(3);
  const broken = await p.db.query(
    `select e.no from evaluation e join lateral (select count(*) filter (where status <> 'cancelled') as n,
         count(*) filter (where status = 'registered') as registered
       from evaluation_order o where o.evaluation_id = e.id) x on true
     where e.application_id = $1 and (x.n > e.plan_qty or x.registered <> e.registered_qty)
     union all select o.order_date::text from evaluation_order o join evaluation e on e.id = o.evaluation_id
     where o.status <> 'cancelled' group by e.id, e.daily_limit, o.order_date having count(*) > e.daily_limit`,
    [applicationId],
  );
  expect(broken).toEqual([]);
});

test("an account is sealed: its end is shown, and the same account has the same hash", async () => {
  const [a, b] = [await p.resource("R016"), await p.resource("R017", { payeeAccount: "us6412345678-9012" })];
  const rows = await p.db.query<Record<string, string>>(
    "select payee_account as sealed, payee_tail as tail, payee_hash as hash from evaluation_resource where id = any($1::bigint[]) order by id",
    [[a, b]],
  );
  expect(rows.map((r) => r.tail)).toEqual(["**** 9012", "**** 9012"]);
  expect(rows[0]?.hash).toBe(rows[1]?.hash);
  expect(rows.some((r) => JSON.stringify(r).includes("12345678"))).toBe(false);
  expect(await p.read("evaluation_resource", a)).toMatchObject({ payeeAccount: "已设置" });
  expect(await p.act("evaluation_resource", a, "unmask", { why: "核对返款账号" })).toMatchObject({
    told: "Panel Ltd　收款账号 US64 1234 5678 9012",
  });
});

test("what a department may still spend in the month of an application, without it and with it", async () => {
  const { db } = p;
  const left = (id: string) => db.tx(async (sql) => applicationRules.budget?.(p.as(sql), id));
  const limit = (value: string | null) =>
    db.query("update sys_param set value = $1 where param_key = 'promo_dept_month_limit'", [value]);
  const days = { expectStart: today(400), expectEnd: today(420) };
  const first = await p.application(days);
  await p.act("evaluation_application", first.id, "submit");
  const { budgetCny } = await p.read("evaluation_application", first.id);
  const own = Number(budgetCny);
  const month = today(400).slice(0, 7);
  const told = (of: number) => ({
    of: "部门",
    month,
    currency: "CNY",
    left: of.toFixed(2),
    after: (of - own).toFixed(2),
  });
  expect(await left(first.id)).toEqual(told(50_000));
  await limit("5000");
  const second = await p.application(days, { skuId: p.skus.B200 });
  await p.act("evaluation_application", second.id, "submit");
  expect(await left(second.id), "the first one counts").toEqual(told(5000 - own));
  const third = await p.application({ expectStart: today(440), expectEnd: today(450) });
  await p.act("evaluation_application", third.id, "submit");
  expect(await left(third.id), "another month").toMatchObject({ left: "5000.00" });
  await limit("3000");
  const { overLimit } = await p.read("evaluation_application", second.id);
  expect([overLimit, (await left(second.id))?.after.startsWith("-")]).toEqual([5000 < own * 2, 3000 < own * 2]);
  await limit(null);
  expect(await left(second.id), "none is set").toBeUndefined();
  await limit("50000");
  await db.query("update evaluation_application set dept_id = null where id = $1", [second.id]);
  expect(await left(second.id), "of no department").toBeUndefined();
});
