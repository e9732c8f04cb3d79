import { approveAll, asSystem } from "#backend/demo/acting";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleValues } from "#backend/engine/documents/rules";
import { createDraft } from "#backend/engine/documents/writing/draft";
import type { Sql } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values/calendar";
import { documentNamed } from "#documents";
import { actAs } from "../../../tests/acting";
import { evidence, uploadEvidence } from "../../../tests/evidence";
import { lineIn, openShop, orderIn } from "../order/platform/platform.testing";
import { matchPlatformOrders } from "./order/match";

/** A shop whose A100 is B0DEMO0001, a resource R012, and what people do with evaluations (market.md 12, 3). */
export async function openPromotion() {
  const shop = await openShop();
  const { db, storeId, skus } = shop;
  await shop.list("A100");
  await shop.list("B200");
  await db.query(
    "update sku_listing set asin = case msku when 'S-A100' then 'B0DEMO0001' else 'B0DEMO0002' end where msku like 'S-_200' or msku = 'S-A100'",
  );
  await uploadEvidence(db);
  const promo = await db.one<{ id: string; dept: string }>(
    "select id, dept_id as dept from sys_user where username = 'promo'",
  );
  const as = (sql: Sql) =>
    actAs(sql, {
      userId: promo?.id ?? "",
      deptId: promo?.dept ?? null,
      username: "promo",
      permissions: new Set(["purchase_price_view", "promo_evaorder_approve"]),
    });
  const add = (name: string, values: RuleValues) => db.tx((sql) => createDraft(as(sql), documentNamed(name), values));
  const act = (name: string, id: string, action: string, input: RuleValues = {}) =>
    db.tx((sql) => perform(as(sql), documentNamed(name), id, action, input, { trusted: true }));
  const read = (name: string, id: string) =>
    db.tx((sql) => lockWhole(as(sql), documentNamed(name), id, { anyScope: true }));
  const approved = async (name: string, id: string) => {
    await act(name, id, "submit");
    await db.tx((sql) => approveAll(asSystem(sql), name, id));
  };
  /** What it is refused with. */
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: Error) => error.message,
    );

  const resource = async (name: string, more: RuleValues = {}) => {
    const site = await db.one<{ id: string }>("select site_id as id from store where id = $1", [storeId]);
    const { id } = await add("evaluation_resource", {
      resourceName: name,
      resourceType: "panel",
      siteIds: [site?.id],
      contactName: "Ann",
      contactEmail: "ann@example.com",
      payMethod: "bank",
      payeeName: "Panel Ltd",
      payeeAccount: "US64 1234 5678 9012",
      currency: "USD",
      serviceFee: "6.00",
      handlingRate: "3",
      dailyCapacity: 20,
      complianceSigned: true,
      complianceFile: [evidence("promo", "document")],
      ...more,
    });
    return id;
  };

  const application = (more: RuleValues = {}, line: RuleValues = {}) =>
    add("evaluation_application", {
      storeId,
      purpose: "userResearch",
      expectStart: today(),
      expectEnd: today(20),
      complianceConfirmed: true,
      items: [{ skuId: skus.A100, unitPrice: "35.99", estTax: "2.52", applyQty: 10, serviceFee: "6.00", ...line }],
      ...more,
    });

  /** An application in force whose days have begun. */
  const running = async () => {
    const { id } = await application();
    await approved("evaluation_application", id);
    await db.query("update evaluation_application set expect_start = $2 where id = $1", [id, today(-5)]);
    return id;
  };
  const task = (applicationId: string, resourceId: string, more: RuleValues = {}) =>
    add("evaluation", {
      applicationId,
      resourceId,
      skuId: skus.A100,
      planQty: 10,
      dailyLimit: 3,
      startDate: today(-5),
      endDate: today(10),
      ...more,
    });

  let n = 0;
  const number = () => `113-1234567-${String(7_000_000 + n++)}`;
  /** The platform has an order of one A100 at this price. */
  const sold = (no: string, price: string, more = {}) =>
    shop.take(
      orderIn({
        platformOrderNo: no,
        lines: [lineIn({ qty: 1, itemPrice: price, itemTax: "0", promotionDiscount: "0" })],
        ...more,
      }),
    );
  const register = (evaluationId: string, no: string, day: string, paid: string, more: RuleValues = {}) =>
    add("evaluation_order", {
      evaluationId,
      platformOrderNo: no,
      participantAlias: `P${no.slice(-3)}`,
      orderDate: day,
      orderAmount: paid,
      taxAmount: "0",
      orderPhotos: [evidence("promo", "picture")],
      ...more,
    });
  const rematch = (ids: readonly string[]) =>
    db.tx(async (sql) => {
      await matchPlatformOrders(as(sql), ids);
    });
  return {
    ...shop,
    as,
    add,
    act,
    read,
    approved,
    refused,
    resource,
    application,
    running,
    task,
    number,
    sold,
    register,
    rematch,
    shopOrder: shop.take,
  };
}
export type Promotion = Awaited<ReturnType<typeof openPromotion>>;
