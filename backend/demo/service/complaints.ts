import type { RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { voc } from "#documents/service/voc";
import { DUE_DAYS } from "#documents/service/words";
import { act, asSystem, draft, personAt } from "../acting";
import { workAgo } from "../clock";
import { uploadFault } from "../pictures/give";
import { turn } from "../random";
import { uploadSample } from "../sample-files";

type Case = readonly [category2: string, says: string, cause: string, action: string];
const CASES: readonly [Case, ...Case[]] = [
  ["packaging-damaged", "外箱被压坏，里面的产品有裂痕", "外箱瓦楞过薄", "改用五层瓦楞箱并加护角"],
  ["function-fail", "通电后没有反应，换插座也一样", "电源板虚焊", "供应商增加通电老化测试"],
  ["quality-broken", "使用两周后卡扣断裂", "卡扣壁厚不足", "模具加厚0.4毫米"],
  ["listing-size", "实物比页面尺寸小了一圈", "页面尺寸含包装", "页面改为净尺寸并加示意图"],
  ["appearance-scratch", "表面有明显划痕", "装箱前无隔层", "增加珍珠棉隔层"],
  ["accessory-missing", "少了一包螺丝", "配件袋漏装", "装箱称重复核"],
  ["logistics-late", "比承诺晚到六天", "尾程渠道旺季延误", "旺季改用备选渠道"],
  ["function-weak", "吸力比描述的弱很多", "滤网批次过密", "更换滤网并复测风量"],
];
const SOURCES = ["message", "return", "review", "feedback", "ncx", "review"] as const;
const SEVERITIES = ["mid", "low", "high", "mid", "low", "safety", "mid"] as const;
const ENDS = ["closed", "processing", "processing", "processing", "pendingAssign", "pendingVerify", "processing"];
const MANY = 42;
/** Days that the oldest of them lies back. */
const DAYS = 165;

interface ComplaintSold {
  orderId: string;
  storeId: string;
  skuId: string;
}

/** Orders of SKUs that somebody makes: of the first SKU the most, of most of them one. */
const soldOf = (sql: Sql) =>
  sql.query<ComplaintSold>(
    `with made as (
       select s.sku_id, row_number() over (order by md5(s.sku_id::text)) as place
       from (select distinct p.sku_id from sku_supplier_price p join sku k on k.id = p.sku_id
         and k.status = 'approved' where p.del_flag = 0) s),
     sold as (
       select t.id, t.store_id, l.sku_id, m.place,
         row_number() over (partition by l.sku_id order by md5(t.platform_order_no)) as nth
       from platform_order t join platform_order_line l on l.platform_order_id = t.id
         join made m on m.sku_id = l.sku_id where t.status = 'Shipped' and t.tenant_id = 1)
     select id as "orderId", store_id as "storeId", sku_id as "skuId" from sold
     where place <= 21 and nth <= greatest(1, 8 - place) order by md5(id::text) limit $1`,
    [MANY],
  );

const valuesOf = ({ orderId, storeId, skuId }: ComplaintSold, i: number) => {
  const [category2, says] = turn(CASES, i * 3 + Math.floor(i / 5));
  const source = turn(SOURCES, i);
  const ofOrder = source === "message" || source === "return";
  return {
    source,
    skuId,
    category2,
    category1: category2.split("-")[0],
    severity: turn(SEVERITIES, i),
    ...(ofOrder ? { platformOrderId: orderId } : { storeId }),
    ...(source === "ncx" && { ncxOrders: 6 + i, totalOrders: 400 + i * 9, cxHealth: "fair" as const }),
    affectedQty: 1 + (i % 4),
    description: `买家反馈：${says}`,
  };
};

/** Complaints of buyers of half a year, by the rules of complaints: most of them are closed. */
export async function insertComplaints(sql: Sql): Promise<number> {
  const system = asSystem(sql);
  const [staff, lead] = [await personAt(system, "cs_staff"), await personAt(system, "cs_lead")];
  const [maker, seller] = [await personAt(system, "product"), await personAt(system, "ops")];
  const sold = await soldOf(sql);
  let open = 0;
  for (const [i, one] of sold.entries()) {
    const values = valuesOf(one, i);
    const back = Math.round(((sold.length - i) / sold.length) ** 2 * DAYS);
    await workAgo(sql, back);
    const { id } = await draft(staff, voc, {
      ...values,
      images: i % 2 || values.severity === "safety" ? [await uploadFault(staff, one.skuId, "现场.png")] : [],
    });
    const end = back > 20 ? "closed" : i === sold.length - 1 ? "draft" : turn(ENDS, i);
    if (end === "draft") continue;
    const step = (who: typeof staff, action: string, input: RuleValues = {}) => act(who, voc.name, id, action, input);
    await step(staff, "submit");
    if (end !== "pendingAssign") {
      // What is wrong with the goods is looked into by who made them; some of the newest by who sells them.
      const handler = end === "processing" && open++ % 2 === 0 ? seller : maker;
      await step(lead, "assign", { handlerId: handler.caller.userId });
      const [, , rootCause, action] = turn(CASES, i * 3 + Math.floor(i / 5));
      if (end !== "processing") await step(handler, "resolve", { rootCause, action });
      await workAgo(sql, Math.max(1, back - DUE_DAYS[values.severity]));
      if (end === "closed")
        await step(lead, "verify", {
          verifyResult: "ok",
          proof: [await uploadSample(lead, "document", "验证报告.pdf")],
        });
    }
  }
  return sold.length;
}
