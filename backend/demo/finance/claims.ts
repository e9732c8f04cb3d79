import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { fbaClaim } from "#documents/logistics/fba-claim";
import { act, asSystem, draft, personAt } from "../acting";
import { uploadSample } from "../sample-files";
import { settledStore } from "./settlements";

/** What was missed at the platform's warehouses, how long ago, and how far the claim came. */
const LOST = [
  ["warehouse", 1, 50, "paid"],
  ["damaged", 2, 40, "rejected"],
  ["returned", 1, 20, "submitted"],
  ["warehouse", 3, 15, "void"],
  ["warehouse", 2, 6, "open"],
] as const;

/** Claims of the store whose reports were uploaded, in every state; of those that transfers made, one is found. */
export async function insertClaims(sql: Sql, today: string): Promise<number> {
  const system = asSystem(sql);
  const clerk = await personAt(system, "logistics");
  const store = await settledStore(await personAt(system, "finance"));
  if (!store) return 0;
  const step = (id: string, action: string, input = {}) => act(clerk, "fba_claim", id, action, input);
  for (const [i, [kind, missingQty, ago, end]] of LOST.entries()) {
    const { id } = await draft(clerk, fbaClaim, {
      storeId: store.storeId,
      kind,
      msku: store.msku,
      missingQty,
      lostDay: dayjs(today).subtract(ago, "day").format("YYYY-MM-DD"),
      ...(end !== "open" && { attachments: [await uploadSample(clerk, "picture", "库存差异截图.png")] }),
    });
    if (end === "open") continue;
    if (end === "void") await step(id, "void", { reason: "次日在调整记录中找回" });
    else await step(id, "file", { caseNo: `1700${i}8842${i}` });
    if (end === "rejected") await step(id, "reject", { reason: "核查后数量与账面一致，不予赔偿" });
    const paid =
      "select id::text from fba_reimbursement where store_id = $1 and reason = 'LOST_WAREHOUSE' order by id limit 1";
    const payment = end === "paid" ? await sql.one<{ id: string }>(paid, [store.storeId]) : undefined;
    if (payment) await step(id, "paid", { reimbursementId: payment.id });
  }
  const made = await sql.one<{ id: string }>(
    "select id::text from fba_claim where transfer_id is not null order by id limit 1",
  );
  if (made) await step(made.id, "found", { foundQty: 1 });
  return LOST.length;
}
