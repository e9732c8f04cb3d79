import { createHash } from "node:crypto";
import type {
  ContractParty,
  ContractRow,
  ContractSnapshot,
} from "#documents/purchase/contract-snapshot";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { sum } from "../../../values/money";
import { TERMS } from "./terms";

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((k) => [k, sorted((value as Values)[k])]),
        )
      : value;

/** Fingerprint of a snapshot; the order of its keys does not matter. */
export const pictureHash = (snapshot: ContractSnapshot): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(snapshot)))
    .digest("hex");

async function parties({ sql }: RuleContext, row: Values) {
  const buyer = await sql.one<ContractParty & { chop: string | null }>(
    `select name, credit_code as "creditCode", address, null as contact, phone, chop
     from company where id = $1`,
    [row.companyId],
  );
  const seller = await sql.one<ContractParty>(
    `select name, credit_code as "creditCode", address, contact_name as contact, mobile as phone
     from supplier where id = $1`,
    [row.supplierId],
  );
  return { buyer, seller };
}

/** What the contract says now. `row` has its `orders` lines with their goods. */
export async function snapshotOf(c: RuleContext, row: Row): Promise<ContractSnapshot> {
  const { buyer, seller } = await parties(c, row);
  const lines = row.orders as Row[];
  const heads = await c.sql.query<Values & { id: string }>(
    `select o.id, w.name as warehouse, o.freight_amount::text as freight,
       o.other_amount::text as other, o.discount_amount::text as discount
     from purchase_order o join warehouse w on w.id = o.warehouse_id
     where o.id = any($1::bigint[])`,
    [lines.map((l) => l.poId)],
  );
  const day = await c.sql.one<{ date: string }>(
    `select coalesce(approve_time, now())::date as date from purchase_contract where id = $1`,
    [row.id],
  );
  const orders = lines.map((l) => {
    const head = heads.find((h) => h.id === l.poId);
    return {
      no: String(l.poNo),
      warehouse: String(head?.warehouse ?? ""),
      freight: String(head?.freight ?? "0.00"),
      other: String(head?.other ?? "0.00"),
      discount: String(head?.discount ?? "0.00"),
      amount: String(l.amount),
      rows: (l.rows ?? []) as ContractRow[],
    };
  });
  const rows = orders.flatMap((o) => o.rows);
  return {
    no: String(row.no),
    contractType: row.contractType as "tax" | "nonTax",
    supplement: Number(row.supplement ?? 0),
    currency: String(row.currency),
    signPlace: (row.signPlace as string) ?? null,
    date: String(day?.date),
    buyer: buyer as ContractSnapshot["buyer"],
    seller: seller as ContractParty,
    orders,
    goodsAmount: sum(rows.map((r) => r.amountExclTax)),
    taxAmount: sum(rows.map((r) => r.taxAmount)),
    totalAmount: String(row.totalAmount),
    totalAmountCn: String(row.totalAmountCn),
    depositAmount: String(row.depositAmount),
    balanceAmount: String(row.balanceAmount),
    terms: Object.fromEntries(
      TERMS.map((n) => [n, String(row[n] ?? "")]),
    ) as ContractSnapshot["terms"],
  };
}

const page = (row: Values) =>
  `/${row.contractType === "tax" ? "showTaxContractPic" : "showNonTaxContractPic"}/index?id=${row.id}`;

/** Freezes the picture of an approved contract; it never changes afterwards. */
export async function freezePicture(c: RuleContext, row: Row): Promise<void> {
  const snapshot = await snapshotOf(c, row);
  const hash = pictureHash(snapshot);
  await c.sql.query(
    `insert into purchase_contract_picture
       (tenant_id, purchase_contract_id, serial, hash, snapshot, create_by)
     select $1, $2, coalesce(max(serial), 0) + 1, $3, $4, $5
     from purchase_contract_picture where purchase_contract_id = $2`,
    [c.tenantId, row.id, hash, JSON.stringify(snapshot), c.caller.userId],
  );
  await c.sql.query("update purchase_contract set pic_url = $2, pic_hash = $3 where id = $1", [
    row.id,
    page(row),
    hash,
  ]);
}

/** The frozen picture, else what the contract would say; none for who may not see prices. */
export async function pictureOf(c: RuleContext, row: Row): Promise<void> {
  if (!c.caller.permissions.has("purchase_price_view")) return;
  const frozen = await c.sql.one<{ snapshot: ContractSnapshot; hash: string }>(
    `select snapshot, hash from purchase_contract_picture where purchase_contract_id = $1
     order by serial desc limit 1`,
    [row.id],
  );
  row.sheet = frozen?.snapshot ?? (await snapshotOf(c, row));
  row.frozen = frozen ? frozen.hash : null;
}
