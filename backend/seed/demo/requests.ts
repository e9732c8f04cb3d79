import { paymentRequest } from "#documents/finance/payment-request";
import { nextOrder } from "../../db/locks";
import type { Sql } from "../../db/sql";
import type { RuleContext } from "../../documents/rules";
import { today as now } from "../../values/calendar";
import { act, approveAll, asSystem, draft, personAt, startFrom } from "./acting";

const NAME = "payment_request";
/** How far a request comes; each is one of them in turn. */
const ENDS = [
  ...["approved", "approved", "auditing", "approved", "draft", "approved"],
  ...["approved", "auditing", "approved", "void"],
] as const;

interface Ready {
  id: string;
  buyer: string;
}

/** Orders of which something may be asked for, of each kind of request some. */
const ready = ({ sql }: RuleContext) =>
  sql.query<Ready>(
    `select id, buyer from (
       select p.id, u.username as buyer,
         row_number() over (partition by p.next_type, p.currency order by p.id) as n
       from payment_pool p join sys_user u on u.id = p.buyer_id
         join supplier_account a on a.supplier_id = p.supplier_id and a.currency = p.currency
           and a.is_default and a.enabled and a.del_flag = 0
       where p.reason = 'ready' and p.ask_amount > 0) x
     where n <= 6 order by id limit 16`,
  );

/** Takes a draft as far as `end`: its buyer submits, whoever may approves, finance gives some up. */
async function lead(c: RuleContext, id: string, end: (typeof ENDS)[number]) {
  if (end === "draft") return;
  await act(c, NAME, id, "submit");
  if (end === "auditing") return;
  await approveAll(c, NAME, id);
  if (end === "void")
    await act(await personAt(c, "finance"), NAME, id, "void", { reason: "改为下月支付" });
}

/** Requests for demonstration orders in all their states; answers how many. */
export async function insertRequests(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const found = await ready(c);
  for (const [i, { id: poIds, buyer }] of found.entries()) {
    const as = { ...(await personAt(c, buyer)), confirmed: true as const };
    nextOrder(sql);
    const form = await startFrom(as, paymentRequest, { poIds });
    const due = String(form.expectPayDate ?? "");
    const made = await draft(as, paymentRequest, {
      ...form,
      expectPayDate: due > now() ? due : now(),
      ...{ invoiceStatus: i % 4 === 3 ? "part" : "all", urgent: i % 7 === 2 },
      ...(i % 4 === 3 && { invoiceReason: "发票随下批货物寄到" }),
    });
    await lead(as, made.id, ENDS[i % ENDS.length] ?? "draft");
  }
  return found.length;
}
