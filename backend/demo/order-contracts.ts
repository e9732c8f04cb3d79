import dayjs from "dayjs";
import { contractTotals, goodsOf } from "#backend/domain/purchase/contract/orders";
import { freezePicture } from "#backend/domain/purchase/contract/picture";
import { termsOf } from "#backend/domain/purchase/contract/terms";
import { lockOrders } from "#backend/domain/purchase/order-lines/chain";
import { type RuleContext, readWhole } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import type { Chance } from "./random";
import { after, at, numbers } from "./sourcing/kit";
import { linkAll } from "./sourcing/turns";

interface OnOrder {
  id: string;
  status: string;
  day: string;
  key: string;
}

/** Orders that may stand on one contract: equal parties, nearly the same day, now and then two. */
function together(chance: Chance, orders: OnOrder[]): OnOrder[][] {
  const found: OnOrder[][] = [];
  for (const o of orders) {
    const mate = found.find(
      (g) =>
        g.length === 1 &&
        g[0]?.key === o.key &&
        g[0]?.status === o.status &&
        Math.abs(dayjs(o.day).diff(g[0]?.day, "day")) < 6 &&
        chance.u(`merge:${o.id}`) < 0.7,
    );
    if (mate) mate.push(o);
    else found.push([o]);
  }
  return found;
}

/** Where the contract of orders of this state stands; undefined: there is none yet. */
function stateOf(chance: Chance, group: readonly OnOrder[]): string | undefined {
  const [first] = group;
  const u = chance.u(`contract:${first?.id}`);
  if (first?.status === "executing") return "signed";
  if (first?.status === "closed") return u < 0.2 ? "terminated" : "signed";
  return u < 0.35 ? undefined : u < 0.5 ? "draft" : "approved";
}

/** Contracts of the orders that need one, in the states that their orders ask for. */
export async function insertContracts(c: RuleContext, chance: Chance, today: string): Promise<number> {
  const { sql } = c;
  const orders = await sql.query<OnOrder>(
    `select id, status, to_char(approve_time, 'YYYY-MM-DD') as day,
       concat_ws('/', supplier_id, company_id, tax_type, currency) as key
     from purchase_order where status in ('approved', 'executing', 'closed') and base_amount >= 1000
     order by approve_time, id`,
  );
  const templates = await sql.query<{ id: string; type: string }>(
    "select id, contract_type as type from contract_template order by id desc",
  );
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const no = numbers("HT");
  const heads: Record<string, unknown>[] = [];
  const lines: Record<string, unknown>[] = [];
  const links: [number, number][] = [];
  for (const group of together(chance, orders)) {
    const status = stateOf(chance, group);
    if (!status) continue;
    const id = heads.length + 1;
    nextOrder(c.sql);
    const rows = await lockOrders(
      c,
      group.map((o) => o.id),
    );
    const totals = await contractTotals(c, rows);
    const templateId = templates.find((t) => t.type === totals.contractType)?.id;
    const terms = await termsOf(c, templateId, totals, rows);
    const day = after(group.at(-1)?.day ?? today, 1, yesterday);
    const signed = status === "signed" || status === "terminated";
    heads.push({
      id,
      no: no(day),
      status,
      templateId,
      ...totals,
      ...terms,
      generated: terms,
      signPlace: "深圳",
      supplement: 0,
      signDate: signed ? after(day, 3, yesterday) : null,
      signedFiles: [],
      deptId: rows[0]?.deptId,
      createBy: rows[0]?.buyerId,
      createTime: at(day, chance, `contract:${id}`),
      submitTime: status === "draft" ? null : at(day, chance, `contract:${id}`),
      approveTime: status === "draft" ? null : at(after(day, 1, yesterday), chance, `c:${id}:ok`),
    });
    for (const [i, row] of rows.entries()) {
      links.push([Number(row.id), id]);
      lines.push({
        purchase_contract_id: id,
        line_no: i + 1,
        po_id: row.id,
        po_no: row.no,
        amount: row.orderAmount,
        rows: await goodsOf(c, row.id),
        tenant_id: 1,
        version: 0,
        del_flag: 0,
        create_time: at(day, chance, `c:${id}`),
      });
    }
  }
  const snake = (n: string) => n.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);
  await insertRows(
    sql,
    "purchase_contract",
    heads.map((h) => ({
      tenant_id: 1,
      version: 0,
      del_flag: 0,
      ...Object.fromEntries(Object.entries(h).map(([n, v]) => [snake(n), v])),
    })),
  );
  await insertRows(sql, "purchase_contract_order", lines);
  await linkAll(sql, "purchase_order", "purchase_contract", links);
  await settle(c, sql);
  return heads.length;
}

/** Pictures of what was approved, and the state of the contract on its orders. */
async function settle(c: RuleContext, sql: Sql) {
  const ids = await sql.query<{ id: string }>("select id from purchase_contract where status <> 'draft' order by id");
  for (const { id } of ids) {
    await freezePicture(c, await readWhole(c, purchaseContract, id, { anyScope: true }));
  }
  await sql.query(
    `update purchase_order o set contract_status = h.status
     from purchase_contract_order l join purchase_contract h on h.id = l.purchase_contract_id
     where l.po_id = o.id and h.status in ('approved', 'signed')`,
  );
}
