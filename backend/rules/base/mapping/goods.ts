import type { RuleContext } from "../../../documents/rules";

/** What a system is told of a SKU. */
export interface Goods {
  sku: string;
  name: string;
  weightG: string | null;
  lengthCm: string | null;
  widthCm: string | null;
  heightCm: string | null;
  declareNameCn: string | null;
  declareName: string | null;
  declarePrice: string | null;
}

export const goodsOf = ({ sql }: Pick<RuleContext, "sql">, skuId: string) =>
  sql.one<Goods>(
    `select sku_code as sku, name, gross_weight_g::text as "weightG",
       pkg_length_cm::text as "lengthCm", pkg_width_cm::text as "widthCm",
       pkg_height_cm::text as "heightCm", declare_name_cn as "declareNameCn",
       declare_name_en as "declareName", declare_price::text as "declarePrice"
     from sku where id = $1`,
    [skuId],
  );

/** What a SKU lacks that a warehouse asks for before goods may come in. */
export function lackOf(goods: Goods | undefined): string | undefined {
  const { weightG, lengthCm, widthCm, heightCm, declareName, declareNameCn } = goods ?? {};
  if (!weightG || !lengthCm || !widthCm || !heightCm) return "SKU缺少重量或尺寸";
  if (!declareName || !declareNameCn) return "SKU缺少申报品名";
}
