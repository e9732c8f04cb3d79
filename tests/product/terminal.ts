import type { Page } from "@playwright/test";
import { api } from "./api";

interface Line {
  code: string;
  good: number;
  bad: number;
}
interface View {
  job: { id: string; no: string | null } | null;
  lines: Line[];
}

export interface Place {
  id: string;
  name: string;
  code: string;
}

/** Warehouses of a person, the first one first. */
export const placesOf = async (who: string) => (await api(who)).get<Place[]>("/wms/terminal/places");

/** What the server has counted in a person's open job. */
export async function countedOf(who: string, kind: string, place: Place) {
  const { job, lines } = await (await api(who)).get<View>(`/wms/terminal/${kind}?warehouseId=${place.id}`);
  return { job, counts: Object.fromEntries(lines.map((l) => [l.code, l.good + l.bad])) };
}

/** Gives up an open job, so that a test begins with none. */
export async function dropJob(who: string, kind: string, place: Place) {
  const { job } = await countedOf(who, kind, place);
  if (job) await (await api(who)).post(`/wms/terminal/${kind}/drop`, { jobId: job.id });
}

/** Codes of SKUs that may be named. */
export async function skuCodes(who: string, most: number): Promise<string[]> {
  const { records } = await (await api(who)).get<{ records: { skuCode: string }[] }>(
    `/product/sku/page?size=${most}&status=approved`,
  );
  return records.map((r) => r.skuCode);
}

/**
 * Where a test counts, and two codes that it scans. Tests that run at the same time as the same person
 * take other warehouses: `nth`.
 */
export async function counting(who: string, nth: number) {
  const place = (await placesOf(who))[nth];
  const [a, b] = await skuCodes(who, 2);
  if (!place || !a || !b) throw new Error(`${who} lacks a warehouse or two SKUs`);
  return { place, a, b };
}

/** A scanner: keys at 5 ms, then Enter. */
export async function scanner(page: Page, code: string) {
  await page.keyboard.type(code, { delay: 5 });
  await page.keyboard.press("Enter");
}

/** This device works in a warehouse from now on. */
export async function workIn(page: Page, place: Place) {
  await page.goto("/terminal?do=place");
  await page.getByRole("button", { name: place.name, exact: true }).click();
  await page.waitForURL("**/terminal");
}
