import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext } from "../../../documents/rules";
import type { Present } from "./present";

type Order = HeadOf<typeof purchaseOrder>;

const HEAD = [
  "warehouseId",
  "warehouseName",
  "freightAmount",
  "otherAmount",
  "discountAmount",
  "depositRate",
  "orderAmount",
  "totalQty",
] as const satisfies (keyof Order)[];

/** Keeps the version that is about to be replaced. */
export const keepRevision = (
  c: RuleContext,
  order: Order,
  present: readonly Present[],
  changeId: string,
) =>
  c.sql.query(
    `insert into purchase_order_revision
       (tenant_id, purchase_order_id, revision, change_id, snapshot, create_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      c.tenantId,
      order.id,
      order.revision,
      changeId,
      JSON.stringify({
        head: Object.fromEntries(HEAD.map((n) => [n, order[n]])),
        items: present.map((p) => ({
          lineNo: p.lineNo,
          skuCode: p.skuCode,
          skuName: p.skuName,
          qty: p.qty,
          price: p.price,
          taxRate: p.taxRate,
          amount: p.amount,
          expectDate: p.expectDate,
        })),
      }),
      c.caller.userId,
    ],
  );
