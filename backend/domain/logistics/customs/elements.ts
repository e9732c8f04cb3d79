import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";

/** What customs ask of a SKU. */
export interface ElementDeclared {
  id: string;
  code: string;
  hsCode: string | null;
  nameCn: string | null;
  nameEn: string | null;
  elements: string | null;
  unit: string | null;
  origin: string | null;
  priceUsd: string | null;
  refundRate: string | null;
  netG: string | null;
}

/** What customs ask of these SKUs, by id. */
export async function declaredOf({ sql, tenantId }: RuleContext, ids: readonly string[]) {
  const rows = await sql.query<ElementDeclared>(
    `select id, sku_code as code, hs_code as "hsCode", declare_name_cn as "nameCn",
       declare_name_en as "nameEn", declare_elements as elements, declare_unit as unit,
       origin_country as origin, declare_price::text as "priceUsd",
       export_refund_rate::text as "refundRate", net_weight_g::text as "netG"
     from sku where id = any($1::bigint[]) and tenant_id = $2`,
    [ids, tenantId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of the elements that goods of an HS code must state, as `材质、用途`; of its longest beginning. */
export type Templates = readonly { begins: string; names: readonly string[] }[];

/** What the dictionary asks for, by the beginnings of HS codes. */
export async function templatesOf({ sql, tenantId }: RuleContext): Promise<Templates> {
  const rows = await sql.query<{ begins: string; names: string }>(
    `select value as begins, label as names from sys_dict_item
     where tenant_id = $1 and dict_type = 'hs_elements' and del_flag = 0
     order by length(value) desc, value`,
    [tenantId],
  );
  return rows.map(({ begins, names }) => ({ begins, names: names.split(/[|｜、]/).filter(Boolean) }));
}

const PART = /[;；|｜\n]/;

/** Names of elements that a text does not state: `材质：棉；用途：家用` states two. */
export function missingElements(
  hsCode: string,
  text: string | null | undefined,
  templates: Templates,
): readonly string[] {
  const names = templates.find((t) => hsCode.startsWith(t.begins))?.names ?? [];
  const stated = (text ?? "").split(PART).map((part) => part.split(/[:：]/, 2));
  return names.filter((name) => !stated.some(([key = "", value = ""]) => key.trim() === name && value.trim()));
}

/** @throws Refusal 409 SKU {code} 申报要素不完整 */
export function requireDeclarable(skus: Iterable<ElementDeclared>, templates: Templates): void {
  for (const { code, hsCode, nameCn, elements, unit, origin, priceUsd } of skus) {
    const whole = hsCode && nameCn && elements && unit && origin && priceUsd;
    if (!whole) throw conflict(`SKU ${code} 申报要素不完整`);
    const missing = missingElements(hsCode, elements, templates);
    if (missing.length) throw conflict(`SKU ${code} 申报要素不完整：缺少${missing.join("、")}`);
  }
}
