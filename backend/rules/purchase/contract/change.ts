import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import { lockRow } from "../../../documents/reading/row";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { writeOperLog } from "../../../logs/oper-log";
import { lockOrders } from "../order-lines/chain";
import { contractOf } from "../order-lines/open-documents";
import { contractTotals, goodsOf, setContractStatus } from "./orders";
import { freezePicture } from "./picture";
import { followTerms, TERMS, termsOf } from "./terms";

const snake = (n: string) => n.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`);

const whole = async (c: RuleContext, id: string): Promise<Row> => {
  const document = documentNamed("purchase_contract");
  const row = await lockRow(c, document, id, { anyScope: true });
  return { ...row, ...(await readLines(c, document, id)) };
};

async function write(c: RuleContext, id: string, values: Values) {
  const names = Object.keys(values);
  await c.sql.query(
    `update purchase_contract set ${names.map((n, i) => `${snake(n)} = $${i + 2}`).join(", ")},
       version = version + 1, update_time = now() where id = $1`,
    [id, ...names.map((n) => values[n])],
  );
}

const log = (c: RuleContext, row: Row, action: string, toState: string) =>
  writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "purchase_contract",
    bizId: row.id,
    action,
    fromState: String(row.status),
    toState,
    operator: c.caller,
  });

/** The contract follows its orders: lines, totals, terms that nobody wrote by hand. */
async function follow(c: RuleContext, contract: Row): Promise<Row> {
  const lines = contract.orders as Row[];
  const orders = await lockOrders(
    c,
    lines.map((l) => l.poId),
  );
  for (const line of lines) {
    const order = orders.find((o) => o.id === line.poId);
    await c.sql.query("update purchase_contract_order set amount = $2, rows = $3 where id = $1", [
      line.id,
      order?.orderAmount,
      JSON.stringify(await goodsOf(c, String(line.poId))),
    ]);
  }
  const totals = await contractTotals(c, orders);
  const now = await termsOf(c, contract.templateId, totals, orders).catch(() => ({}));
  const terms = Object.fromEntries(TERMS.map((n) => [n, contract[n]]));
  const was = (contract.generated as Values | null) ?? {};
  await write(c, contract.id, {
    ...totals,
    ...followTerms(terms, was, { ...terms, ...now }),
    generated: JSON.stringify(now),
  });
  return whole(c, contract.id);
}

/** Approved or signed once: a new picture, and a new signed file where there was one. */
async function supplement(c: RuleContext, before: Row, word: string): Promise<void> {
  const signed = before.status === "signed";
  if (signed || Number(before.supplement) > 0)
    await write(c, before.id, { supplement: Number(before.supplement) + 1, status: "approved" });
  await freezePicture(c, await whole(c, before.id));
  await setContractStatus(c, before.id, "approved");
  await log(c, before, word, "approved");
}

/**
 * An approved change of an order reaches its contract (supply.md 3): a draft follows it; a contract
 * that was approved gets a new picture, and one that was signed is to be signed again as a supplement.
 * @throws Refusal 409 while the contract is in approval
 */
export async function contractAfterChange(c: RuleContext, poId: string): Promise<void> {
  const found = await contractOf(c, poId);
  if (!found) return;
  const before = await whole(c, found.id);
  if (before.status === "auditing")
    throw conflict(`合同${before.no}正在审批，请先完成审批或撤回合同`);
  await follow(c, before);
  if (before.status === "approved" || before.status === "signed")
    await supplement(c, before, "采购单变更，需重新签署");
}

/** A signed contract loses an order that is void: no order left ends it, else it is signed again. */
export async function dropFromContract(
  c: RuleContext,
  contractId: string,
  poId: string,
): Promise<void> {
  const before = await whole(c, contractId);
  await c.sql.query(
    `update purchase_contract_order set del_flag = 1 where purchase_contract_id = $1 and po_id = $2`,
    [contractId, poId],
  );
  await c.sql.query("update purchase_order set contract_status = 'none' where id = $1", [poId]);
  const rest = (before.orders as Row[]).filter((l) => l.poId !== poId);
  if (!rest.length) {
    await write(c, contractId, { status: "terminated" });
    await log(c, before, "采购单作废，合同终止", "terminated");
    return;
  }
  await follow(c, { ...before, orders: rest });
  await supplement(c, before, "采购单作废，需重新签署");
}
