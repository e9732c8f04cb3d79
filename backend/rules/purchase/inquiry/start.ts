import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { transition } from "../../../documents/written";
import { now } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";
import { snapshotSkus } from "../../sku-lines";
import { openQuotes } from "./quotes";
import { requireSuppliers } from "./suppliers";

/** 发起询价: every supplier gets an empty quote for every line. */
export const start = transition(inquiryOrder, "start", {
  async lock(c, row) {
    const least = await param(c.sql, c.tenantId, "inquiry_min_suppliers_amount");
    await requireSuppliers(c, row.suppliers);
    return { least: dec(least) };
  },
  guard({ row: { items, suppliers, deadline, estAmount, singleSourceReason }, least }) {
    if (!items.length) return "请至少添加一条明细";
    if (!suppliers.length) return "请至少添加一家询价供应商";
    if (deadline <= now()) return "报价截止须晚于现在";
    if (dec(estAmount).gte(least) && suppliers.length < 3 && !singleSourceReason)
      return `金额达到${least.toString()}元须至少3家比价或填写单一来源原因`;
    return undefined;
  },
  async effect(c, { row }) {
    await openQuotes(c, row.id);
    await snapshotSkus(c, "inquiry_order_line", row.items);
  },
});
