import { addressesFault, askPictures } from "#backend/domain/base/pictures/fetch";
import { pickMany, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { workbookSheets } from "#documents/base/workbook/sheets";
import { permissionOf } from "#documents/kit";
import { barcodeProblem, checkDigit } from "#documents/product/barcode";
import { easySku } from "#documents/product/easy-sku";
import { product } from "#documents/product/product";
import { sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { supplier } from "#documents/supplier/supplier";
import type { RowValues } from "../cells";
import type { RowFault } from "../faults";
import { judged } from "../save";
import { byCode, plainSheet, type ReadyRow, runsOf, type SheetWork, type SheetWriting } from "../work";

const [, , , , , , , suppliers, spus, skus] = workbookSheets;

const isZero = (rate: unknown) => rate === undefined || rate === null || Number(rate) === 0;

const supplierWork = plainSheet({
  sheet: suppliers,
  document: supplier,
  existing: byCode("supplier", "code"),
  start: { status: "approved" },
  check({ code, taxType, taxRate, currency }, { at }) {
    if (taxType !== "none" || isZero(taxRate)) return [];
    const who = currency && currency !== "CNY" ? "外币供应商" : "供应商";
    return [{ at, column: "taxRate", msg: `${who} ${code} 开票类型为不开票，税率须为0` }];
  },
  lines: {
    name: "accounts",
    fields: { bankName: "bankName", accountName: "accountName", accountNo: "accountNo" },
    find: (accounts, { accountNo }) => accounts.find((a) => a.accountNo === accountNo) ?? accounts[0],
    fresh: ({ currency }) => ({ currency: currency ?? "CNY", isDefault: true }),
  },
});

/** Products by their names, those in force first. */
async function productsCalled({ sql, tenantId }: RuleContext, names: readonly unknown[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; name: string }>(
    `select distinct on (name_cn) id, name_cn as name from product
     where tenant_id = $1 and name_cn = any($2) and del_flag = 0
     order by name_cn, status = 'approved' desc, id`,
    [tenantId, names],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The product of each style by its name; where there is none it is made, in force while the company is set up. */
async function productsOf(w: Pick<SheetWriting, "c" | "save">, rows: readonly ReadyRow[]): Promise<RuleValues[]> {
  const { c, save } = w;
  const fresh = rows.filter(({ id }) => !id);
  const known = await productsCalled(
    c,
    fresh.map(({ values }) => values.name),
  );
  const lacking = new Map(
    fresh.flatMap(({ values }) => (known.has(String(values.name)) ? [] : [[String(values.name), values] as const])),
  );
  for (const [name] of c.founding ? [] : lacking)
    throw invalidAt("name", `没有名称为“${name}”且已立项的产品，请先立项`);
  // What only its own page asks for comes later.
  const given = [...lacking].map(([nameCn, { name, nameEn, categoryId }]) => ({
    nameCn,
    nameEn: nameEn ?? name,
    categoryId,
  }));
  const made = await save.addMany(product, given, { status: "approved" }, false);
  for (const [i, { nameCn }] of given.entries()) known.set(nameCn, made[i] ?? "");
  return rows.map(({ id, values }) => (id ? {} : { productId: known.get(String(values.name)) }));
}

const spuPlain = plainSheet({
  sheet: spus,
  document: spu,
  existing: byCode("spu", "spu_code"),
  start: { status: "enabled" },
  input: productsOf,
  many: true,
});

const spuWork: SheetWork = {
  ...spuPlain,
  tables: ["spu", "product"],
  judge: (values, fresh) => spuPlain.judge?.(fresh ? { ...values, productId: "1" } : values, fresh),
};

const isEasy = (kind: unknown) => typeof kind === "string" && kind !== "normal" && kind !== "combo";

/** What simple SKUs are not asked. */
const NOT_EASY = ["hsCode", "declareNameEn", "declarePrice", "batchManaged", "shelfDays"] as const;

const specsOf = (text: unknown) =>
  typeof text === "string"
    ? text
        .split(/[;；\n]/)
        .map((t) => t.trim())
        .filter(Boolean)
    : text;

/** A row as a simple SKU, or as a SKU without its supplier. */
function inputOf({ skuType, attrList, defaultSupplierId, pictures, ...rest }: RowValues, easy: boolean): RuleValues {
  // Addresses are fetched later; none is none at once.
  const values = { ...rest, ...(pictures === null && { images: [] }) };
  if (easy) {
    const spec = attrList === undefined ? {} : { spec: attrList };
    return { ...values, ...spec, easyType: skuType, defaultSupplierId };
  }
  return { ...values, skuType, attrList: specsOf(attrList) };
}

/** Tax rates of suppliers by their ids, for their prices. */
async function taxesOf({ sql }: RuleContext, ids: readonly unknown[]): Promise<Map<unknown, string>> {
  const named = [...new Set(ids)].flatMap((id) => (id === undefined || id === null ? [] : [String(id)]));
  const rows = await pickMany({ sql }, supplier, named, ["taxRate"]);
  return new Map(rows.map(({ id, taxRate }) => [id, taxRate ?? "0"]));
}

/** Prices with the one of the default supplier, which is preferred: the reference price, in CNY. */
function pricesOf(taxes: ReadonlyMap<unknown, string>, values: RowValues, before?: RuleValues): RuleValues {
  const supplierId = values.defaultSupplierId;
  if (supplierId === undefined || supplierId === null) return {};
  const price = values.purchasePrice ?? before?.purchasePrice;
  const there: RuleValues[] = Array.isArray(before?.prices) ? before.prices : [];
  const own = there.find((p) => p.supplierId === supplierId && p.currency === "CNY" && p.isDefault);
  if (own && (values.purchasePrice === undefined || Number(own.price) === Number(price))) return {};
  if (price === undefined || price === null)
    throw invalidAt("defaultSupplierId", "填写默认供应商时请一并填写参考采购价(不含税)");
  if (own) return { prices: there.map((p) => (p === own ? { ...p, price } : p)) };
  const taxRate = taxes.get(supplierId) ?? "0";
  return {
    prices: [
      ...there.map((p) => ({ ...p, isDefault: false })),
      { supplierId, currency: "CNY", taxRate, price, isDefault: true },
    ],
  };
}

/** Which of these rows are simple SKUs; of one without a kind the SKU says it that is there. */
async function easyOnes({ sql }: RuleContext, rows: readonly ReadyRow[]): Promise<ReadonlySet<ReadyRow>> {
  const silent = rows.flatMap(({ id, values }) => (id && values.skuType === undefined ? [id] : []));
  const found = silent.length
    ? await sql.query<{ id: string }>("select id from sku where id = any($1::bigint[]) and sku_type = 'easy'", [silent])
    : [];
  const easy = new Set(found.map(({ id }) => id));
  return new Set(rows.filter(({ id, values }) => isEasy(values.skuType) || (id && easy.has(id))));
}

function checkSku({ barcode, skuType, ...values }: RowValues, at: number): RowFault[] {
  const faults: RowFault[] = [];
  if (typeof barcode === "string" && barcodeProblem(barcode)) {
    const body = barcode.slice(0, -1);
    faults.push({ at, column: "barcode", msg: `条码校验位错误，应为 ${body}${checkDigit(body)}` });
  }
  const fault = typeof values.pictures === "string" && addressesFault(values.pictures);
  if (fault) faults.push({ at, column: "pictures", msg: fault });
  if (skuType === "normal" && values.spuId === null) faults.push({ at, column: "spuId", msg: "普通SKU请填写SPU编码" });
  for (const name of isEasy(skuType) ? NOT_EASY : [])
    if (values[name] !== undefined) {
      const label = skus.columns.find(({ key }) => key === name)?.label;
      faults.push({ at, column: name, msg: `简易SKU没有${label}` });
    }
  return faults;
}

const skuWork: SheetWork = {
  sheet: skus,
  tables: ["sku", "sku_supplier_price"],
  permission: permissionOf(sku, "add"),
  existing: byCode("sku", "sku_code"),
  check: (values, { at }) => checkSku(values, at),
  columnOf(path) {
    if (path.startsWith("prices")) return path.endsWith("price") ? "purchasePrice" : "defaultSupplierId";
    return { attrs: "attrList", spec: "attrList", easyType: "skuType" }[path];
  },
  judge(values, fresh) {
    const easy = isEasy(values.skuType);
    judged(easy ? easySku : sku, fresh ? "add" : "edit", inputOf(values, easy));
  },
  many: true,
  async write(w, rows) {
    const easy = await easyOnes(w.c, rows);
    const taxes = await taxesOf(
      w.c,
      rows.map(({ values }) => values.defaultSupplierId),
    );
    for (const run of runsOf(rows, (row) => `${easy.has(row)} ${!row.id}`)) {
      const [first] = run;
      if (first) await writeSkus(w, run, easy.has(first), taxes);
    }
  },
};

/** Writes rows that are all new or all there, all simple or none. */
async function writeSkus(w: SheetWriting, rows: readonly ReadyRow[], easy: boolean, taxes: Map<unknown, string>) {
  const document = easy ? easySku : sku;
  const pictured = (ids: readonly string[]) =>
    askPictures(
      w.c.sql,
      w.c.caller,
      w.save.importId,
      rows.flatMap(({ at, values: { pictures } }, i) =>
        typeof pictures === "string" ? [{ at, skuId: ids[i] ?? "", text: pictures }] : [],
      ),
    );
  const prices = (values: RowValues, before?: RuleValues) => (easy ? {} : pricesOf(taxes, values, before));
  if (!rows[0]?.id) {
    const given = rows.map(({ values }) => ({ ...inputOf(values, easy), ...prices(values) }));
    const ids = await w.save.addMany(document, given, w.c.founding ? { status: "approved" } : {});
    for (const row of rows) w.did(row, "added");
    return pictured(ids);
  }
  const edits = rows.map(({ id = "", values }) => ({
    id,
    given: inputOf(values, easy),
    lines: (before: RuleValues) => prices(values, before),
  }));
  for (const [i, { state, before }] of (await w.save.editMany(document, edits)).entries()) {
    const [row, edit] = [rows[i], edits[i]];
    if (!row) continue;
    w.did(row, state);
    if (state !== "changed") continue;
    for (const name of Object.keys(edit?.given ?? {})) w.was(row, name, before[name]);
  }
  await pictured(edits.map(({ id }) => id));
}

/** Sheets of who is bought from and of what, in the order in which they are written. */
export const supplierWorks: readonly SheetWork[] = [supplierWork];
export const goodsWorks: readonly SheetWork[] = [spuWork, skuWork];
