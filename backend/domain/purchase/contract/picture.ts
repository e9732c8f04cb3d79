import { createHash } from "node:crypto";
import { patch, pickAs, type RowSent, type RuleContext } from "#backend/engine/documents";
import { contractNoOf, sum } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import {
  type ContractParty,
  type ContractSnapshot,
  contractRows,
  contractSnapshot,
} from "#documents/purchase/contract-snapshot";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { supplier } from "#documents/supplier/supplier";

type Contract = RowOf<typeof purchaseContract>;

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;

/** Fingerprint of a snapshot; the order of its keys does not matter. */
export const pictureHash = (snapshot: ContractSnapshot): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(snapshot)))
    .digest("hex");

async function parties({ sql }: RuleContext, row: Contract) {
  const buyer = await sql.one<ContractParty & { chop: string | null }>(
    `select name, credit_code as "creditCode", address, null as contact, phone, chop
     from company where id = $1`,
    [row.companyId],
  );
  const seller = await pickAs({ sql }, supplier, row.supplierId, {
    name: "name",
    creditCode: "creditCode",
    address: "address",
    contact: "contactName",
    phone: "mobile",
  });
  return { buyer, seller };
}

interface PictureHead {
  id: string;
  warehouse: string;
  freight: string;
  other: string;
  discount: string;
}

/** What the contract says now. `row` has its `orders` lines with their goods. */
export async function snapshotOf(c: RuleContext, row: Contract): Promise<ContractSnapshot> {
  const heads = await c.sql.query<PictureHead>(
    `select o.id, w.name as warehouse, coalesce(o.freight_amount, 0)::text as freight,
       coalesce(o.other_amount, 0)::text as other, coalesce(o.discount_amount, 0)::text as discount
     from purchase_order o join warehouse w on w.id = o.warehouse_id
     where o.id = any($1::bigint[])`,
    [row.orders.map((l) => l.poId)],
  );
  const day = await c.sql.one<{ date: string; no: string }>(
    `select coalesce(k.approve_time, now())::date as date, ${contractNoOf("k")} as no
     from purchase_contract k where k.id = $1`,
    [row.id],
  );
  const none = { warehouse: "", freight: "0.00", other: "0.00", discount: "0.00" };
  const orders = row.orders.map((l) => {
    const { id: _, ...head } = heads.find((h) => h.id === l.poId) ?? { id: l.poId, ...none };
    return { no: l.poNo ?? "", ...head, amount: l.amount, rows: contractRows.parse(l.rows ?? []) };
  });
  const rows = orders.flatMap((o) => o.rows);
  const { deliveryTerm, qualityTerm, breachTerm, paymentTerm } = row;
  return contractSnapshot.parse({
    no: day?.no ?? row.no,
    contractType: row.contractType,
    supplement: row.supplement,
    currency: row.currency,
    signPlace: row.signPlace,
    date: day?.date,
    ...(await parties(c, row)),
    orders,
    goodsAmount: sum(rows.map((r) => r.amountExclTax)),
    taxAmount: sum(rows.map((r) => r.taxAmount)),
    totalAmount: row.totalAmount,
    totalAmountCn: row.totalAmountCn,
    depositAmount: row.depositAmount,
    balanceAmount: row.balanceAmount,
    terms: {
      deliveryTerm: deliveryTerm ?? "",
      qualityTerm: qualityTerm ?? "",
      breachTerm: breachTerm ?? "",
      paymentTerm: paymentTerm ?? "",
    },
  });
}

const page = (row: Contract) =>
  `/${row.contractType === "tax" ? "showTaxContractPic" : "showNonTaxContractPic"}/index?id=${row.id}`;

/** Freezes the picture of an approved contract; it never changes afterwards. */
export async function freezePicture(c: RuleContext, row: Contract): Promise<void> {
  const snapshot = await snapshotOf(c, row);
  const hash = pictureHash(snapshot);
  await c.sql.query(
    `insert into purchase_contract_picture
       (tenant_id, purchase_contract_id, serial, hash, snapshot, create_by)
     select $1, $2, coalesce(max(serial), 0) + 1, $3, $4, $5
     from purchase_contract_picture where purchase_contract_id = $2`,
    [c.tenantId, row.id, hash, JSON.stringify(snapshot), c.caller.userId],
  );
  await patch(c, purchaseContract, row.id, { picUrl: page(row), picHash: hash });
}

/** The frozen picture, else what the contract would say; none for who may not see prices. */
export async function pictureOf(c: RuleContext, row: RowSent<typeof purchaseContract>): Promise<void> {
  if (!c.caller.permissions.has("purchase_price_view")) return;
  const frozen = await c.sql.one<{ snapshot: ContractSnapshot; hash: string }>(
    `select snapshot, hash from purchase_contract_picture where purchase_contract_id = $1
     order by serial desc limit 1`,
    [row.id],
  );
  row.sheet = frozen?.snapshot ?? (await snapshotOf(c, row));
  row.frozen = frozen ? frozen.hash : null;
}
