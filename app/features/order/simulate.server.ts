import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import { text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";

const row = z.object({
  id: text,
  no: text,
  status: text,
  outcome: text,
  exceptionCode: z.string().nullable(),
  holdReason: z.string().nullable(),
  tags: z.array(z.string()),
  rules: z.array(z.string()),
  packages: z.array(z.string()),
  asked: z.boolean(),
  matched: z.boolean(),
  failed: z.string().nullable(),
});
export type Simulated = z.output<typeof row>;

const answer = z.object({ rule: z.object({ id: text, name: text }).nullable(), rows: z.array(row) });

export interface SimulateState {
  id: string;
  orders: string;
  rule: { id: string; name: string } | null;
  rows: Simulated[];
  problem: string | null;
}

/** What the rules would make of the orders that an address names, or of those of the last week. */
export async function loadSimulation(staff: Staff, request: Request): Promise<SimulateState> {
  const asked = new URL(request.url).searchParams;
  const id = /^\d{1,18}$/.exec(asked.get("id") ?? "")?.[0] ?? "";
  const orders = (asked.get("orders") ?? "").trim().slice(0, 2000);
  const query = { id, orders };
  try {
    const got = await staff.erp.get("/ordermanage/orderrule/simulate", { query, schema: answer });
    return { ...query, ...got, problem: null };
  } catch (error) {
    if (!(error instanceof ErpError) || error.status !== 400) throw error;
    return { ...query, rule: null, rows: [], problem: error.message };
  }
}
