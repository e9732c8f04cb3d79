import type { RuleContext } from "#backend/engine/documents";
import type { Source } from "#backend/ledgers/stock";
import { conflict, invalid, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, round, sum } from "#backend/platform/values";
import type { opening } from "#documents/finance/opening";
import { type OpeningKind, openingKinds, openingLines } from "#documents/finance/opening-lines";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";

/** The sentence once a company works: what it brought along is only corrected. */
export const LIVE = "系统已上线，期初只能用更正单";

/** A saved opening with its lines. */
export type OpeningRow = RowOf<typeof opening>;
type OpeningDraft = DraftOf<typeof opening>;
type StockDraft = LineDraft<typeof opening, "stocks">;
type TransitDraft = LineDraft<typeof opening, "transits">;
type PurchaseDraft = LineDraft<typeof opening, "purchases">;
type DebtDraft = LineDraft<typeof opening, "debts">;
type PromoDraft = LineDraft<typeof opening, "promos">;

/** How a reference may be named instead of by its id: the field with the code, and where codes are. */
const NAMED = {
  skuId: { by: "sku", label: "SKU", table: "sku", column: "sku_code" },
  warehouseId: { by: "warehouse", label: "仓库", table: "warehouse", column: "code" },
  fromWarehouseId: { by: "fromWarehouse", label: "发出仓", table: "warehouse", column: "code" },
  toWarehouseId: { by: "toWarehouse", label: "目的仓", table: "warehouse", column: "code" },
  supplierId: { by: "supplier", label: "供应商", table: "supplier", column: "no" },
  storeId: { by: "store", label: "店铺", table: "store", column: "store_code" },
  companyId: { by: "company", label: "公司主体", table: "company", column: "code" },
} as const;

/** References that each line of a kind needs. */
const NEEDED = {
  stock: ["warehouseId", "skuId"],
  transit: ["fromWarehouseId", "toWarehouseId", "skuId"],
  purchase: ["supplierId", "warehouseId", "skuId"],
  payable: ["supplierId"],
  prepaid: ["supplierId"],
  platformOrder: ["storeId"],
  promo: [],
} as const satisfies Record<OpeningKind, readonly (keyof typeof NAMED)[]>;

/** Of these kinds the company is known that bought, owes or paid. */
const OF_COMPANY: ReadonlySet<OpeningKind> = new Set(["purchase", "payable", "prepaid"]);

/**
 * Finds what rows name by code, where they have no id of it. A supplier is named by code, number or name.
 * @throws Refusal 400 at the field
 */
async function findNamed(
  c: RuleContext,
  name: keyof typeof NAMED,
  rows: Record<string, unknown>[],
  at: string,
  optional = false,
) {
  const { by, label, table, column } = NAMED[name];
  const codeOf = (row: Record<string, unknown>) => (row[name] ? "" : String(row[by] ?? "").trim());
  const codes = [...new Set(rows.map(codeOf).filter(Boolean))];
  const also = table === "supplier" ? "or name = any($2) or code = any($2)" : "";
  const found = codes.length
    ? await c.sql.query<{ id: string; code: string; name: string | null; own: string | null }>(
        `select id, ${column} as code, ${also ? "name, code" : "null as name, null"} as own from ${table}
         where tenant_id = $1 and del_flag = 0 and (${column} = any($2) ${also})`,
        [c.tenantId, codes],
      )
    : [];
  for (const [i, row] of rows.entries()) {
    const code = codeOf(row);
    const path = at ? `${at}.${i}.${name}` : name;
    if (!code && !row[name] && optional) continue;
    if (!code && !row[name]) throw invalidAt(path, `请选择${label}`);
    row[name] ??= found.find((f) => f.code === code || (also && (f.own === code || f.name === code)))?.id;
    if (!row[name]) throw invalidAt(path, `找不到${label}“${code}”`);
  }
}

/** Pieces, and what they cost: told, or worked out of the cost of one. */
function checkStock(line: StockDraft, at: string) {
  const pieces = (line.goodQty ?? 0) + (line.badQty ?? 0);
  if (pieces < 1) throw invalidAt(`${at}.goodQty`, "良品和次品数量合计至少为1");
  if (!line.amount && !line.unitCost) throw invalidAt(`${at}.unitCost`, "请填写单位成本或金额");
  line.value = line.amount ?? r2(dec(line.unitCost).times(pieces));
}

function checkTransit(line: TransitDraft, at: string) {
  if (line.fromWarehouseId === line.toWarehouseId) throw invalidAt(`${at}.toWarehouseId`, "目的仓不能与发出仓相同");
}

function checkPurchase(line: PurchaseDraft, at: string) {
  const [ordered, received] = [line.orderedQty ?? 0, line.receivedQty ?? 0];
  if (received > ordered) throw invalidAt(`${at}.receivedQty`, `已收数量${received}超过订购数量${ordered}`);
  if (received === ordered) throw invalidAt(`${at}.receivedQty`, "已全部到货的明细不用录入");
  if (!dec(line.price).gt(0)) throw invalidAt(`${at}.price`, "单价须大于0");
  if (line.currency !== "CNY" && !line.tradeTerm) throw invalidAt(`${at}.tradeTerm`, "外币采购请选择贸易条款");
}

function checkDebt(kind: OpeningKind, line: DebtDraft, at: string) {
  if (kind === "payable" && !line.oldNo) throw invalidAt(`${at}.oldNo`, "请输入旧单号");
  if (kind === "payable") line.poOldNo = null;
  else line.dueDate = null;
}

function checkPromo(line: PromoDraft, at: string) {
  const placed = !!(line.storeId || line.store);
  if (placed && !line.msku) throw invalidAt(`${at}.msku`, "店铺和MSKU请一起填写");
  if (!placed && line.msku) throw invalidAt(`${at}.storeId`, "店铺和MSKU请一起填写");
}

/** What a line of this kind says, by itself; what follows of it is filled in. @throws Refusal 400 at the field */
export function checkLine(kind: OpeningKind, line: object, at: string): void {
  if (kind === "stock") checkStock(line, at);
  if (kind === "transit") checkTransit(line, at);
  if (kind === "purchase") checkPurchase(line, at);
  if (kind === "payable" || kind === "prepaid") checkDebt(kind, line, at);
  if (kind === "promo") checkPromo(line, at);
}

/** SKUs of which pieces end, and what is said where nobody says when. */
export const needsExpiry = (skuCode: string) => `SKU ${skuCode} 按有效期管理，请填写有效期`;

async function checkExpiry({ sql, tenantId }: RuleContext, stocks: readonly StockDraft[]) {
  const open = stocks.flatMap((line, i) => (line.expireDate ? [] : [{ skuId: line.skuId, i }]));
  const [wrong] = await sql.query<{ i: number; code: string }>(
    `select x.i, k.sku_code as code from jsonb_to_recordset($2::jsonb) as x("skuId" bigint, i int)
       join sku k on k.id = x."skuId" and k.tenant_id = $1 where k.shelf_days > 0 order by x.i limit 1`,
    [tenantId, JSON.stringify(open)],
  );
  if (wrong) throw invalidAt(`stocks.${wrong.i}.expireDate`, needsExpiry(wrong.code));
}

/** Prices of orders are in the currency of their site. */
async function checkOrders({ sql, tenantId }: RuleContext, orders: NonNullable<OpeningDraft["platformOrders"]>) {
  const stores = await sql.query<{ id: string; currency: string }>(
    `select t.id, i.currency from store t join site i on i.id = t.site_id
     where t.tenant_id = $1 and t.id = any($2::bigint[])`,
    [tenantId, orders.map((line) => line.storeId)],
  );
  const seen = new Set<string>();
  for (const [i, line] of orders.entries()) {
    line.currency = stores.find(({ id }) => id === line.storeId)?.currency;
    const key = `${line.storeId} ${line.orderNo} ${line.msku}`.toLowerCase();
    if (seen.has(key)) throw invalidAt(`platformOrders.${i}.msku`, `平台订单${line.orderNo}的MSKU重复`);
    seen.add(key);
  }
}

/** Lines of one old number that say what only one order can have. */
function requireAlike(lines: readonly PurchaseDraft[]) {
  const first = new Map<string, PurchaseDraft>();
  const skus = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const one = first.get(line.oldNo ?? "") ?? line;
    first.set(line.oldNo ?? "", one);
    for (const [name, label] of [
      ["supplierId", "供应商"],
      ["warehouseId", "收货仓"],
      ["currency", "币种"],
    ] as const)
      if (one[name] !== line[name])
        throw invalidAt(`purchases.${i}.${name}`, `旧单号${line.oldNo}的${label}与前面的明细不同`);
    const key = `${line.oldNo}/${line.skuId}`;
    if (skus.has(key)) throw invalidAt(`purchases.${i}.skuId`, `旧单号${line.oldNo}的SKU重复`);
    skus.add(key);
  }
}

/** Pieces that are still to come of a line of an order. */
export const openOf = (line: Pick<PurchaseDraft, "orderedQty" | "receivedQty">): number =>
  (line.orderedQty ?? 0) - (line.receivedQty ?? 0);

/** What a line comes to, in its currency, tax included. */
const amountOf = (line: PurchaseDraft): string =>
  round(dec(line.price).times(dec(line.taxRate).div(100).plus(1)).times(openOf(line)), 2);

interface LineCounted {
  qty: number;
  currency: string;
  amount: string;
}

const countsOf = (whole: OpeningDraft): LineCounted[] => [
  ...(whole.stocks ?? []).map((l) => ({
    qty: (l.goodQty ?? 0) + (l.badQty ?? 0),
    currency: "CNY",
    amount: l.value ?? "0",
  })),
  ...(whole.transits ?? []).map((l) => ({ qty: l.qty ?? 0, currency: "CNY", amount: l.amount ?? "0" })),
  ...(whole.purchases ?? []).map((l) => ({ qty: openOf(l), currency: l.currency ?? "CNY", amount: amountOf(l) })),
  ...[...(whole.debts ?? []), ...(whole.promos ?? [])].map((l) => ({
    qty: 0,
    currency: l.currency ?? "CNY",
    amount: l.amount ?? "0",
  })),
  ...(whole.platformOrders ?? []).map((l) => ({
    qty: l.qty ?? 0,
    currency: l.currency ?? "CNY",
    amount: r2(dec(l.price).times(l.qty ?? 0)),
  })),
];

/** Sums of an opening, in each currency and in CNY at the rates of its day. */
async function summed(c: RuleContext, whole: OpeningDraft, asOfDate: string) {
  const counts = countsOf(whole);
  const currencies = [...new Set(counts.map((n) => n.currency))].sort();
  const told = [];
  for (const currency of currencies) {
    const amount = sum(counts.filter((n) => n.currency === currency).map((n) => n.amount));
    const base = r2(dec(amount).times(await rateOf(c.sql, c.tenantId, currency, asOfDate)));
    told.push({ text: `${currency} ${dec(amount).toFixed(2)}`, base });
  }
  const oldNos = [
    ...[whole.transits, whole.purchases, whole.debts, whole.promos].flatMap((rows) => (rows ?? []).map((l) => l.oldNo)),
    ...(whole.platformOrders ?? []).map((l) => l.orderNo),
  ];
  return {
    rowCount: counts.length,
    totalQty: counts.reduce((n, { qty }) => n + qty, 0),
    sums: told
      .map(({ text }) => text)
      .join("；")
      .slice(0, 400),
    baseAmount: sum(told.map(({ base }) => base)),
    oldNos: [...new Set(oldNos.filter(Boolean))].join("、").slice(0, 4000),
  };
}

/**
 * Lines of the kind of an opening, with what they name by code, checked as far as they can be without the
 * ledgers, and what they come to. Lines of other kinds go.
 * @param asOfDate end of the day that rates are of, yyyy-MM-dd
 * @throws Refusal 400 at the field
 */
export async function checkLines(c: RuleContext, whole: OpeningDraft, asOfDate: string) {
  const { kind } = whole;
  if (!kind || kind === "correction") throw invalidAt("kind", "请选择种类");
  const list = openingLines[kind];
  const none = { stocks: [], transits: [], purchases: [], debts: [], platformOrders: [], promos: [] };
  const own: OpeningDraft = { ...none, [list]: whole[list] ?? [] };
  if (!own[list]?.length) throw conflict(`请至少添加一条期初${openingKinds[kind].label}`);
  if (OF_COMPANY.has(kind) || whole.companyId || whole.company) await findNamed(c, "companyId", [whole], "");
  for (const name of NEEDED[kind]) await findNamed(c, name, own[list] ?? [], list);
  await findNamed(c, "storeId", own.promos ?? [], "promos", true);
  for (const [i, line] of (own[list] ?? []).entries()) checkLine(kind, line, `${list}.${i}`);
  await checkExpiry(c, own.stocks ?? []);
  await checkOrders(c, own.platformOrders ?? []);
  requireAlike(own.purchases ?? []);
  return { ...own, companyId: whole.companyId, ...(await summed(c, own, asOfDate)) };
}

/** The document as ledgers name it. */
export const openingSource = ({ id, no }: Pick<OpeningRow, "id" | "no">): Source => ({ document: "opening", id, no });

/** Checked when it was saved: a reference of a line of this kind is there. */
export function given(id: string | null): string {
  if (!id) throw invalid("请补全明细后再入账");
  return id;
}

/** Writes at lines which document they became. */
export const noteMade = (
  c: RuleContext,
  table: string,
  column: string,
  made: readonly { ids: string[]; madeId: string }[],
) =>
  c.sql.query(
    `update ${table} l set ${column} = x.made
     from jsonb_to_recordset($1::jsonb) as x(id bigint, made bigint) where l.id = x.id`,
    [JSON.stringify(made.flatMap(({ ids, madeId }) => ids.map((id) => ({ id, made: madeId }))))],
  );
