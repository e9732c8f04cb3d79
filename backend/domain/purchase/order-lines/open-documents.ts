import type { RuleContext } from "#backend/engine/documents";
import type { StateOf } from "#documents/kit";
import type { delivery } from "#documents/purchase/delivery";
import type { inspection } from "#documents/purchase/inspection";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseContract } from "#documents/purchase/purchase-contract";
import type { purchaseExchange } from "#documents/purchase/purchase-exchange";
import type { purchaseReturn } from "#documents/purchase/purchase-return";

/** States in which a document on an order must end before the order does. */
const delivered: StateOf<typeof delivery>[] = ["shipped", "partSigned"];
const inspected: StateOf<typeof inspection>[] = ["pending", "inspecting", "auditing"];
const returned: StateOf<typeof purchaseReturn>[] = ["auditing", "approved"];
const exchanged: StateOf<typeof purchaseExchange>[] = ["auditing", "approved", "shipped"];
const changed: StateOf<typeof purchaseChange>[] = ["auditing"];

/** Number of the first document of each kind that is still open on an order. */
export interface OpenDocuments {
  delivery: string | null;
  /** Of the receipt whose goods wait for their inspection. */
  sign: string | null;
  return: string | null;
  exchange: string | null;
  change: string | null;
}

const first = (no: string, from: string, states: string, on: string) =>
  `(select ${no} from ${from} t where ${on} and t.status = any(${states}) and t.del_flag = 0
    order by t.id limit 1)`;
const byLine = (document: string) =>
  `exists (select 1 from ${document}_line x join purchase_order_line l on l.id = x.po_line_id
    where x.${document}_id = t.id and x.del_flag = 0 and l.purchase_order_id = $1)`;
const RECEIPT = "(select s.no from wms_sign s where s.id = t.sign_id)";

/** What of the documents on an order is open. */
export async function openDocuments({ sql }: RuleContext, poId: string): Promise<OpenDocuments> {
  const row = await sql.one<OpenDocuments>(
    `select ${first("t.no", "delivery", "$2", byLine("delivery"))} as delivery,
       ${first(RECEIPT, "inspection", "$3", byLine("inspection"))} as sign,
       ${first("t.no", "purchase_return", "$4", "t.po_id = $1")} as return,
       ${first("t.no", "purchase_exchange", "$5", "t.po_id = $1")} as exchange,
       ${first("t.no", "purchase_change", "$6", "t.po_id = $1")} as change`,
    [poId, delivered, inspected, returned, exchanged, changed],
  );
  return row ?? { delivery: null, sign: null, return: null, exchange: null, change: null };
}

/** Why an order with a delivery on its way cannot end. */
export const keepsDelivery = ({ delivery: no }: OpenDocuments) => no && `存在未签收的送货单${no}，请先签收或作废`;

/** Why an order with a change in approval can neither end nor change once more. */
export const keepsChange = ({ change: no }: Pick<OpenDocuments, "change">) => no && `存在审批中的变更单${no}`;

/** What keeps an order from being completed. */
export function keepsOpen({ sign, return: back, exchange }: OpenDocuments): string | undefined {
  if (sign) return `存在未质检的签收单${sign}`;
  const no = back ?? exchange;
  return no ? `存在未完成的退换货单${no}` : undefined;
}

/** What keeps an order from being closed. */
export const keepsClosing = (open: OpenDocuments) => keepsDelivery(open) || keepsOpen(open) || keepsChange(open);

/** A contract that an order is on. */
export interface OnContract {
  id: string;
  no: string;
  status: StateOf<typeof purchaseContract>;
}

/** The contract that an order is on, not void and not terminated; drafts included. */
export const contractOf = ({ sql }: RuleContext, poId: string) =>
  sql.one<OnContract>(
    `select h.id, h.no, h.status from purchase_contract_order l
       join purchase_contract h on h.id = l.purchase_contract_id
     where l.po_id = $1 and l.del_flag = 0 and h.del_flag = 0
       and h.status not in ('void', 'terminated') order by h.id limit 1`,
    [poId],
  );
