import type { Sql } from "../db/sql";
import { insertRows } from "../tenancy/insert";

/** How a place ships: warehouses, countries that it reaches, and its carriers with their services. */
interface Place {
  key: string;
  warehouses: string[];
  countries: string[];
  /** Code and name of the service, its carrier, most kg and most USD. */
  services: [code: string, name: string, carrier: string, kg: string, usd: string | null][];
}

const US: Place["services"] = [
  ["USPS-GA", "USPS Ground Advantage", "USPS", "31.700", null],
  ["USPS-PM", "USPS Priority Mail", "USPS", "31.700", null],
  ["UPS-GND", "UPS Ground", "UPS", "68.000", null],
  ["UPS-2D", "UPS 2nd Day Air", "UPS", "68.000", null],
  ["FDX-HD", "FedEx Home Delivery", "FEDEX", "68.000", null],
  ["FDX-GE", "FedEx Ground Economy", "FEDEX", "31.700", null],
];

const PLACES: Place[] = [
  { key: "GCW", warehouses: ["GC-W"], countries: ["US"], services: US },
  { key: "GCE", warehouses: ["GC-E"], countries: ["US"], services: US },
  { key: "LA", warehouses: ["OS-LA"], countries: ["US", "CA"], services: US.slice(0, 3) },
  {
    ...{ key: "DE", warehouses: ["TP-DE-WINIT"], countries: ["DE", "FR", "IT", "ES", "NL"] },
    services: [
      ["DHL-PKT", "DHL Paket", "DHL", "31.500", null],
      ["DPD-CL", "DPD Classic", "DPD", "31.500", null],
      ["GLS-BP", "GLS BusinessParcel", "GLS", "40.000", null],
      ["HMS-STD", "Hermes Standard", "HERMES", "25.000", null],
    ],
  },
  {
    ...{ key: "CN", warehouses: ["WH-SZ", "WH-YW"], countries: [] },
    services: [
      ["YT-THPHR", "云途全球专线挂号", "YUNTU", "20.000", "800.00"],
      ["YW-EXP", "燕文专线追踪", "YANWEN", "5.000", "300.00"],
      ["SF-INTL", "顺丰国际小包", "SF", "20.000", "500.00"],
      ["EMS-EPKT", "e邮宝", "EMS", "2.000", "150.00"],
      ["DHL-EXP", "DHL国际快递", "DHL", "70.000", "2500.00"],
    ],
  },
];

const PREFIX: Record<string, string> = {
  GCW: "谷仓美西",
  GCE: "谷仓美东",
  LA: "洛杉矶",
  DE: "德国",
};

/** Channels of the warehouses that ship to customers, which are there already. */
export async function insertChannels(sql: Sql): Promise<void> {
  const warehouses = await sql.query<{ id: string; code: string }>(
    "select id, code from warehouse",
  );
  const idsOf = (codes: string[]) =>
    warehouses.filter(({ code }) => codes.includes(code)).map(({ id }) => id);
  const rows = PLACES.flatMap(({ key, warehouses: codes, countries, services }) =>
    services.map(([code, name, carrier, kg, usd]) => ({
      ...{ code: `${key}-${code}`, name: [PREFIX[key], name].filter(Boolean).join(" ") },
      ...{ carrier_code: carrier, warehouse_ids: idsOf(codes), countries },
      ...{ max_weight_kg: kg, max_declared_usd: usd, enabled: true },
    })),
  );
  await insertRows(
    sql,
    "logistics_channel",
    rows.map((row, i) => ({ id: i + 1, ...row })),
  );
}
