import type { Address } from "#documents/kit";
import type { Sql } from "../../../db/sql";
import { addressColumns, sealAddress } from "../../../personal/address";
import { turn } from "../random";
import { FIRST, LAST, places, US } from "./places";

/** Who bought the n-th order of a site: nobody (market.md 13). */
function invented(site: string, n: number): Address {
  const { country, dial, towns, streets } = places[site] ?? US;
  const [state, city, postcode] = turn(towns, n);
  return {
    ...{ name: `${turn(FIRST, n)} ${turn(LAST, n)}`, country, state, city, postcode },
    ...{ phone: `${dial} ${String(100 + (n % 100)).padStart(4, "0")}` },
    ...{ line1: `${1 + ((n * 37) % 990)} ${turn(streets, n)}` },
    ...(n % 5 === 0 && { line2: `Apt ${1 + (n % 40)}` }),
  };
}

const COLUMNS = addressColumns("shipping_address");

/** Where the orders go that we ship ourselves; of the others the platform does not say it. */
export async function insertAddresses(sql: Sql): Promise<void> {
  const orders = await sql.query<{ id: string; site: string }>(
    `select p.id, i.site_code as site from platform_order p join site i on i.id = p.site_id
     where p.fulfillment_channel = 'MFN' and p.shipping_address is null order by p.id`,
  );
  const rows = orders.map(({ id, site }, n) => ({
    id,
    ...sealAddress("shipping_address", invented(site, n)),
  }));
  await sql.query(
    `update platform_order p set ${COLUMNS.map((c) => `${c} = x.${c}`).join(", ")}
     from jsonb_populate_recordset(null::platform_order, $1::jsonb) x where p.id = x.id`,
    [JSON.stringify(rows)],
  );
}
