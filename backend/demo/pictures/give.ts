import { patchRow, type Sql } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { asSystem, personAt } from "../acting";
import { type Uploader, uploadPicture, uploadSample } from "../sample-files";
import type { PictureView } from "./draw";
import { nameOf, STORY_GOODS } from "./names";

interface PicturedGoods {
  id: string;
  code: string;
  category: string | null;
  spec: string | null;
  spuId: string | null;
  productId: string | null;
  type: string;
}

const SELECT = `select k.id, k.sku_code as code, s.category_id as category, k.spu_id as "spuId",
  s.product_id as "productId", k.sku_type as type,
  (select min(v) from jsonb_each_text(case when jsonb_typeof(k.attrs) = 'object' then k.attrs end) x(n, v)) as spec
  from sku k left join spu s on s.id = k.spu_id`;

/** Packing and gifts show a carton or a roll, what is made of others its set. */
const OTHERS: Record<string, string> = { easy: "PKB", combo: "OFD" };

function shown({ code, category, spec, type }: PicturedGoods, view: PictureView): string {
  const own = STORY_GOODS[code];
  if (own) return nameOf(own.motif, own.spec, view);
  if (code.startsWith("E-LABEL") || code === "E-STICKER") return nameOf("PKL", "白色", "front");
  const motif = category ?? OTHERS[type] ?? "PKB";
  return view === "defect" ? nameOf(motif, "", view) : nameOf(motif, spec ?? "灰色", "front");
}

/** What a buyer or inspector photographed of a SKU that has a fault. Answers the id of the file. */
export async function uploadFault(c: Uploader, skuId: string, original: string): Promise<string> {
  const sku = await c.sql.one<PicturedGoods>(`${SELECT} where k.id = $1`, [skuId]);
  return uploadPicture(c, sku ? shown(sku, "defect") : "", original);
}

/** SKUs of the story are seen from three sides, the others from one. */
const viewsOf = ({ code }: PicturedGoods): PictureView[] =>
  code in STORY_GOODS ? ["front", "near", "size"] : ["front"];

/** Gives goods that have none their pictures, SPUs and products those of their first SKU; answers how many goods. */
export async function insertPictures(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const goods = await sql.query<PicturedGoods>(
    `${SELECT} where k.status <> 'draft' and coalesce(k.images, '{}') = '{}' order by k.id`,
  );
  const had = new Set<string>();
  for (const one of goods) {
    const files: string[] = [];
    for (const view of viewsOf(one)) files.push(await uploadPicture(c, shown(one, view), `${one.code}_${view}.png`));
    const owners = [
      ["sku", one.id],
      ["spu", one.spuId],
      ["product", one.productId],
    ] as const;
    for (const [type, id] of owners) {
      if (!id || had.has(`${type} ${id}`)) continue;
      had.add(`${type} ${id}`);
      await patchRow(sql, type, id, { images: files });
      await tieFiles(c, { type, id }, files);
    }
  }
  return goods.length;
}

/** Sealed samples from the front and near, as they are photographed before they are sealed. */
export async function insertSamplePhotos(sql: Sql): Promise<void> {
  const c = asSystem(sql);
  const samples = await sql.query<{ id: string; skuId: string }>(
    `select id, sku_id as "skuId" from seal_sample where coalesce(photos, '{}') = '{}' order by id`,
  );
  for (const { id, skuId } of samples) {
    const sku = await sql.one<PicturedGoods>(`${SELECT} where k.id = $1`, [skuId]);
    if (!sku) continue;
    const photos = [
      await uploadPicture(c, shown(sku, "front"), "样品正面.png"),
      await uploadPicture(c, shown(sku, "near"), "样品细节.png"),
    ];
    await patchRow(sql, "seal_sample", id, { photos });
    await tieFiles(c, { type: "seal_sample", id }, photos);
  }
}

/** Documents that had to be proved on their way to where they stand, and with what. */
const PROVED = [
  ["supplier", "qualifications", "营业执照.pdf", "status <> 'draft'"],
  ["purchase_contract", "signed_files", "已签合同.pdf", "status in ('signed', 'terminated')"],
] as const;

/** Puts a real file where the rules of a document would have asked for one. */
export async function insertEvidence(sql: Sql): Promise<number> {
  const system = asSystem(sql);
  let made = 0;
  for (const [table, column, name, condition] of PROVED) {
    const rows = await sql.query<{ id: string; by: string | null }>(
      `select id, create_by as by from ${table} where ${column} = '{}' and ${condition} order by id`,
    );
    for (const { id, by } of rows) {
      const c = by ? await personAt(system, by, "id") : system;
      const file = await uploadSample(c, "document", name);
      await patchRow(sql, table, id, { [column]: [file] });
      await tieFiles(c, { type: table, id }, [file]);
      made++;
    }
  }
  return made;
}
