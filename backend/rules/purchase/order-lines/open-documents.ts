import { isDeclared } from "#documents";
import type { RuleContext } from "../../../documents/rules";

/** Documents on an order that must end before the order does. */
interface Ends {
  document: string;
  states: string[];
  sentence: (no: string) => string;
  /** The order is named by its lines instead of its header. */
  byLine?: boolean;
  /** What the sentence names, as SQL on `t`; its own number unless given. */
  no?: string;
}

const DELIVERY: Ends = {
  document: "delivery",
  states: ["shipped", "partSigned"],
  byLine: true,
  sentence: (no) => `存在未签收的送货单${no}，请先签收或作废`,
};
const INSPECTION: Ends = {
  document: "inspection",
  states: ["pending", "inspecting", "auditing"],
  byLine: true,
  no: "(select s.no from wms_sign s where s.id = t.sign_id)",
  sentence: (no) => `存在未质检的签收单${no}`,
};
const CHANGE: Ends = {
  document: "purchase_change",
  states: ["auditing"],
  sentence: (no) => `存在审批中的变更单${no}`,
};
const back = (no: string) => `存在未完成的退换货单${no}`;
const RETURN: Ends = {
  document: "purchase_return",
  states: ["auditing", "approved"],
  sentence: back,
};
const EXCHANGE: Ends = {
  document: "purchase_exchange",
  states: ["auditing", "approved", "shipped"],
  sentence: back,
};

/** The first document of a kind that is still open on the order. */
async function openOne({ sql }: RuleContext, e: Ends, poId: string): Promise<string | undefined> {
  if (!isDeclared(e.document)) return undefined;
  const on = e.byLine
    ? `exists (select 1 from ${e.document}_line x
         join purchase_order_line l on l.id = x.po_line_id
       where x.${e.document}_id = t.id and x.del_flag = 0 and l.purchase_order_id = $1)`
    : "t.po_id = $1";
  const row = await sql.one<{ no: string }>(
    `select ${e.no ?? "t.no"} as no from ${e.document} t where ${on} and t.status = any($2) and t.del_flag = 0
     order by t.id limit 1`,
    [poId, e.states],
  );
  return row && e.sentence(row.no);
}

async function first(c: RuleContext, poId: string, kinds: Ends[]): Promise<string[]> {
  for (const e of kinds) {
    const sentence = await openOne(c, e, poId);
    if (sentence) return [sentence];
  }
  return [];
}

/** What keeps an order from being completed, as sentences. */
export const orderEnds = (c: RuleContext, poId: string) =>
  first(c, poId, [INSPECTION, RETURN, EXCHANGE]);

/** What keeps an order from being closed. */
export const closeEnds = (c: RuleContext, poId: string) =>
  first(c, poId, [DELIVERY, INSPECTION, RETURN, EXCHANGE, CHANGE]);

/** Deliveries on their way and changes in approval, which 作废 looks at in this order. */
export const deliveryOnWay = (c: RuleContext, poId: string) => first(c, poId, [DELIVERY]);
export const changeInApproval = (c: RuleContext, poId: string) => first(c, poId, [CHANGE]);

/** The contract that an order is on, not void and not terminated; drafts included. */
export const contractOf = ({ sql }: RuleContext, poId: string) =>
  sql.one<{ id: string; no: string; status: string }>(
    `select h.id, h.no, h.status from purchase_contract_order l
       join purchase_contract h on h.id = l.purchase_contract_id
     where l.po_id = $1 and l.del_flag = 0 and h.del_flag = 0
       and h.status not in ('void', 'terminated') order by h.id limit 1`,
    [poId],
  );
