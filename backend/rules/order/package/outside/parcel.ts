import { packageOrder } from "#documents/order/package-order";
import { moveTo } from "../../../../documents/lifecycle/move";
import type { RuleContext } from "../../../../documents/rules";
import { explain } from "../../../../documents/writing/explain";
import { postFreight } from "../freight";
import type { Said } from "./protocol";

/** What was said of what a package weighs and costs; its fact follows. The row is locked. */
export async function writeFigures(
  c: RuleContext,
  id: string,
  { weightKg, freight, freightCurrency }: Partial<Said>,
): Promise<void> {
  await c.sql.query(
    `update package_order set actual_weight_kg = coalesce($2, actual_weight_kg),
       actual_freight = coalesce($3, actual_freight),
       freight_currency = case when $3::numeric is null then freight_currency
         else coalesce($4, freight_currency, 'USD') end
     where id = $1`,
    [id, weightKg ?? null, freight ?? null, freightCurrency ?? null],
  );
  await postFreight(c, id);
}

/** A package that was sent has a number now. The row is locked. */
export async function writeLabel(c: RuleContext, id: string, said: Said): Promise<void> {
  const [carrier, number] = [said.carrierCode.toUpperCase(), said.trackingNo.toUpperCase()];
  await explain(
    packageOrder,
    c.sql.query(
      `update package_order set carrier_code = $2, tracking_no = $3, tracking_key = $4,
         label_time = now(), fail_reason = null, task = null where id = $1`,
      [id, carrier, number, `${carrier}/${number}`],
    ),
  );
  await writeFigures(c, id, said);
  await moveTo(c, packageOrder, id, "labelled", "取得面单");
}
