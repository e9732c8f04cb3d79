import { cartonOf, codesIn, packingText } from "#documents/wms/scanned";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import type { Scene } from "./scene";

/** How each line of a delivery is packed, by its id; cartons are numbered through, as on their labels. */
export function packings(sent: readonly Row[]): Map<string, string> {
  let last = 0;
  return new Map(
    sent.map((line) => {
      const from = last + 1;
      last += Number(line.cartons);
      const { pcsPerCarton, qty } = line as unknown as { pcsPerCarton: number; qty: number };
      return [line.id, packingText({ from, to: last, pcsPerCarton, qty })];
    }),
  );
}

const refuse = (message: string) => invalid(message, { cartonCodes: message });

/**
 * Scanned carton labels say how many cartons came: each of this delivery, each once over its receipts.
 * @throws Refusal 400 箱唛{code}不属于送货单{no}; 箱唛{code}已签收
 */
export async function countCartons({ sql }: RuleContext, { delivery }: Scene, next: Values) {
  const codes = codesIn(next.cartonCodes);
  if (!codes.length) return;
  const total = Number(delivery.cartonQty);
  for (const code of codes) {
    const i = cartonOf(code) ?? 0;
    if (code !== `${delivery.no}-${i}/${total}` || i < 1 || i > total)
      throw refuse(`箱唛${code}不属于送货单${delivery.no}`);
  }
  const before = await sql.one<{ code: string }>(
    `select x as code from wms_sign, unnest(carton_codes) x
     where delivery_id = $1 and status <> 'reversed' and x = any($2) limit 1`,
    [delivery.id, codes],
  );
  if (before) throw refuse(`箱唛${before.code}已签收`);
  next.cartonCodes = codes;
  next.cartonsSigned = codes.length;
}
