import { nextOrder, type Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { sealSample } from "#documents/product/seal-sample";
import { asSystem, draft, personAt, startFrom } from "../acting";

/** Samples that have come and are being written down. */
const SAMPLES = 2;

/** Samples of goods that have none sealed yet, begun by whoever makes them. */
export async function insertSamples(sql: Sql): Promise<number> {
  const maker = await personAt(asSystem(sql), "product");
  const goods = await sql.query<{ id: string; supplierId: string }>(
    `select k.id, p.supplier_id as "supplierId" from sku k
       join sku_supplier_price p on p.sku_id = k.id and p.is_default and p.del_flag = 0
     where k.status = 'approved' and k.sku_type = 'normal' and k.del_flag = 0
       and not exists (select 1 from seal_sample s where s.sku_id = k.id and s.del_flag = 0)
     order by k.id limit $1`,
    [SAMPLES],
  );
  for (const { id: skuId } of goods) {
    nextOrder(sql);
    const form = await startFrom(maker, sealSample, { skuId });
    await draft(maker, sealSample, {
      ...form,
      sampleType: "first",
      sealDate: today(),
      qty: 3,
      keepPurchase: 1,
      keepQc: 1,
      keepSupplier: 1,
      checks: [
        { item: "外观", standard: "无划痕、无色差", tolerance: "—" },
        { item: "尺寸", standard: "与图纸一致", tolerance: "±1mm" },
      ],
    });
  }
  return goods.length;
}
