import { postPayables } from "#backend/ledgers/payables/post";
import { actAs } from "../../../../tests/acting";
import { uploadEvidence } from "../../../../tests/evidence";
import { login, testBackend } from "../../../../tests/harness";

export type Posted = readonly [
  type: "fee" | "receipt" | "return" | "payment" | "refund" | "offset",
  amount: string,
  day: string,
];

interface Listed {
  records: Record<string, unknown>[];
  total: number;
  summary: Record<string, unknown>;
}

interface Terms {
  buyer?: string;
  settle?: string;
  tenantId?: string;
}

/** A backend with suppliers to whom something is owed, and calls over their lists. */
export async function openPayables() {
  const backend = await testBackend();
  const { db, url } = backend;
  await uploadEvidence(db);
  let n = 0;
  const supplier = async (
    name: string,
    { buyer = "admin", settle = "'cod', null, null", tenantId = "1" }: Terms = {},
  ) => {
    n += 1;
    const row = await db.one<{ id: string }>(
      `insert into supplier (tenant_id, no, name, supplier_type, status, currency, level, create_by,
         address, buyer_id, settle_method, balance_trigger, period_days)
       select $4, 'GY66' || $1::text, $2, 'goods', 'approved', 'CNY', 'B', 1, '深圳', u.id, ${settle}
       from sys_user u where u.username = $3 returning id`,
      [n, name, buyer, tenantId],
    );
    return row?.id ?? "";
  };
  /** Entries without an order. */
  const post = (supplierId: string, currency: string, rate: string, all: readonly Posted[], tenantId = "1") =>
    db.tx(async (sql) => {
      for (const [type, amount, day] of all)
        await postPayables(
          { ...actAs(sql), tenantId },
          { document: "purchase_order", id: "1", no: "CG1" },
          { supplierId, poId: null, currency, rate },
          [{ type, amount }],
          day,
        );
    });
  const call = async (who: string, path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${await login(url, who)}` } });
    return answer;
  };
  /** A page of a list as somebody sees it. */
  const page = async (who: string, path: string) => {
    const { data }: { data: Listed } = await (await call(who, path)).json();
    return data;
  };
  return { ...backend, supplier, post, call, page };
}
