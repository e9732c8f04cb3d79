import { type RuleContext, visible } from "#backend/engine/documents";
import { apEntry } from "#documents/finance/ap-entry";
import type { PayableEntrySent } from "#documents/finance/payable-words";
import { apAgeing, type SupplierPayables } from "#documents/finance/payables/ap-ageing";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import { type DocumentType, permissionOf } from "#documents/kit";

const reads = ({ caller }: RuleContext, document: DocumentType) =>
  caller.permissions.has(permissionOf(document, "view")) && caller.permissions.has("purchase_price_view");

/** The newest entries of a supplier or an order that the caller may see; null without prices. */
export async function entriesOf(
  c: RuleContext,
  by: "supplier_id" | "po_id",
  id: string,
): Promise<PayableEntrySent[] | null> {
  if (!reads(c, apEntry)) return null;
  const where = visible(apEntry, c.caller).and(`t.${by} = ?`, id);
  return c.sql.query<PayableEntrySent>(
    `select t.biz_date as "bizDate", t.due_date as "dueDate",
       t.biz_type as "bizType", t.currency, t.amount::text as amount, t.balance::text as balance,
       t.base_amount::text as "baseAmount", t.po_id as "poId", t.po_no as "poNo",
       t.biz_no as "bizNo", t.biz_document as "bizDocument", t.biz_id as "bizId"
     from ${apEntry.table} t where ${where} order by t.id desc limit 50`,
    where.values,
  );
}

/** What is owed to a supplier in each currency, by its age, and his newest statements. */
export async function payablesOf(c: RuleContext, supplierId: string): Promise<SupplierPayables | null> {
  if (!reads(c, apAgeing)) return null;
  const aged = visible(apAgeing, c.caller).and("t.supplier_id = ?", supplierId);
  const ages = await c.sql.query<SupplierPayables["ages"][number]>(
    `select t.currency, t.total::text as total, t.base_total::text as "baseTotal",
       t.not_due::text as "notDue", t.d30::text as d30, t.d60::text as d60, t.d90::text as d90,
       t.over90::text as over90, t.prepaid::text as prepaid
     from ${apAgeing.table} t where ${aged} order by t.currency <> 'CNY', t.currency`,
    aged.values,
  );
  if (!reads(c, supplierStatement)) return { ages, statements: null };
  const where = visible(supplierStatement, c.caller).and("t.supplier_id = ?", supplierId);
  const statements = await c.sql.query<NonNullable<SupplierPayables["statements"]>[number]>(
    `select t.id, t.no, t.status, t.currency, t.from_date as "fromDate", t.to_date as "toDate",
       t.opening::text as opening, t.closing::text as closing, t.difference::text as difference
     from ${supplierStatement.table} t where ${where} order by t.to_date desc, t.id desc limit 20`,
    where.values,
  );
  return { ages, statements };
}
