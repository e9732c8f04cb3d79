import { documentNamed } from "#documents";
import { type DocumentType, permissionOf, type RowOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { visible } from "../../../documents/reading/where";
import type { RuleContext, Values } from "../../../documents/rules";

/** One document on the order, as a tab of its page lists it. */
interface Linked extends Values {
  id: string;
  no: string;
  status: string;
}

/** Tabs of the order's page and how their documents name the order. */
const TABS: [document: string, on: string, more: string][] = [
  [
    "purchase_contract",
    `exists (select 1 from purchase_contract_order x
       where x.purchase_contract_id = t.id and x.po_id = ? and x.del_flag = 0)`,
    `to_char(t.sign_date, 'YYYY-MM-DD') as date, t.po_nos as note`,
  ],
  ["delivery_plan", "t.po_id = ?", `null::text as date, null::text as note`],
  [
    "delivery",
    `exists (select 1 from delivery_line x join purchase_order_line l on l.id = x.po_line_id
       where x.delivery_id = t.id and l.purchase_order_id = ? and x.del_flag = 0)`,
    `to_char(t.ship_date, 'YYYY-MM-DD') as date, null::text as note`,
  ],
  [
    "wms_sign",
    `exists (select 1 from wms_sign_line x join purchase_order_line l on l.id = x.po_line_id
       where x.wms_sign_id = t.id and l.purchase_order_id = ? and x.del_flag = 0)`,
    `to_char(t.sign_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date,
     '签收' || t.sign_qty as note`,
  ],
  [
    "inspection",
    `exists (select 1 from inspection_line x join purchase_order_line l on l.id = x.po_line_id
       where x.inspection_id = t.id and l.purchase_order_id = ? and x.del_flag = 0)`,
    `to_char(t.inspect_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date,
     case when t.status in ('done', 'exempt')
       then '合格' || t.pass_qty || '，不合格' || t.reject_qty end as note`,
  ],
  ["purchase_return", "t.po_id = ?", `null::text as date, null::text as note`],
  ["purchase_exchange", "t.po_id = ?", `null::text as date, null::text as note`],
  [
    "purchase_change",
    "t.po_id = ?",
    `to_char(t.approve_time, 'YYYY-MM-DD') as date, t.reason as note`,
  ],
];

/** What the caller may see of the documents of one kind on the order. */
async function linked(
  c: RuleContext,
  document: DocumentType,
  on: string,
  more: string,
  id: string,
) {
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return [];
  const where = visible(document, c.caller).and(on, id);
  return c.sql.query<Linked>(
    `select t.id, t.no, t.status, ${more} from ${document.table} t where ${where}
     order by t.id desc limit 50`,
    where.values,
  );
}

/** Versions that a change replaced, newest first; prices only for who may see them. */
async function revisions(c: RuleContext, id: string): Promise<Values[]> {
  if (!c.caller.permissions.has("purchase_price_view")) return [];
  return c.sql.query<Values>(
    `select r.revision, r.snapshot, r.create_time as time, u.displayname as "by",
       h.no as "changeNo", r.change_id as "changeId"
     from purchase_order_revision r
       left join sys_user u on u.id = r.create_by
       left join purchase_change h on h.id = r.change_id
     where r.purchase_order_id = $1 order by r.revision desc limit 20`,
    [id],
  );
}

/** What the page of an order shows of the documents that follow it. */
export async function orderDetail(
  c: RuleContext,
  row: RowOf<typeof purchaseOrder> & Values,
): Promise<void> {
  const tabs: { document: string; rows: Linked[] }[] = [];
  for (const [name, on, more] of TABS) {
    tabs.push({ document: name, rows: await linked(c, documentNamed(name), on, more, row.id) });
  }
  row.tabs = tabs;
  row.revisions = await revisions(c, row.id);
}
