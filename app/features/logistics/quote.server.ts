import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import { text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { type BoxRow, boxesText, readBoxes, rowsOf } from "./quote";

const optional = z.string().nullish();

const compared = z.object({
  templateId: text,
  no: text,
  name: text,
  provider: text,
  channel: text,
  mode: text,
  days: text,
  currency: text,
  templateVersion: z.number(),
  refused: optional,
  total: optional,
  baseTotal: optional,
  chargeWeightKg: optional,
  volumeM3: optional,
  steps: z.array(z.object({ label: text, reckoning: text, amount: optional })),
  cheapest: z.boolean(),
  quickest: z.boolean(),
});
export type QuoteCompared = z.output<typeof compared>;

const answer = z.object({
  shipment: z.object({ country: text, date: text, zone: text, boxes: text, remote: z.boolean() }),
  transferNo: optional,
  countries: z.array(z.object({ value: text, label: text })),
  rows: z.array(compared),
});

export interface QuoteState {
  url: string;
  shipment: { country: string; date: string; zone: string; remote: boolean };
  boxes: BoxRow[];
  countries: { value: string; label: string }[];
  transfer: { id: string; no: string } | null;
  rows: QuoteCompared[];
  /** Something was asked. */
  asked: boolean;
  problem: string | null;
}

const ask = (staff: Staff, query: Record<string, string>) =>
  staff.erp.get("/logistics/freight/quote", { query, schema: answer });

/** The page of an address: what it asks, and the answer or why there is none. */
export async function loadQuote(staff: Staff, request: Request): Promise<QuoteState> {
  const url = new URL(request.url);
  const of = (name: string) => url.searchParams.get(name)?.trim().slice(0, 20) ?? "";
  const boxes = readBoxes(url.searchParams);
  const [country, date, zone, transferId] = ["country", "date", "zone", "transferId"].map(of);
  const query = {
    country: country ?? "",
    date: date ?? "",
    zone: zone ?? "",
    remote: of("remote"),
    boxes: boxesText(boxes),
    transferId: transferId ?? "",
  };
  let problem: string | null = null;
  const got = await ask(staff, query).catch((error: unknown) => {
    if (!(error instanceof ErpError) || error.status !== 400) throw error;
    problem = error.message;
    return ask(staff, { transferId: query.transferId });
  });
  const { shipment } = got;
  const shown = problem ? boxes : rowsOf(shipment.boxes);
  if (!problem && shown.length > 0 && !shipment.country) problem = "请选择目的国";
  return {
    url: url.pathname + url.search,
    shipment: problem ? { ...shipment, ...query, remote: query.remote === "1" } : shipment,
    boxes: shown,
    countries: got.countries,
    transfer: got.transferNo ? { id: query.transferId, no: got.transferNo } : null,
    rows: problem ? [] : got.rows,
    asked: shown.length > 0,
    problem,
  };
}
