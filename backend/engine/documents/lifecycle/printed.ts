import { z } from "zod";
import { conflict, type Endpoint, endpoint, forbidden, missing } from "#backend/platform/http";
import { openAddress } from "#backend/platform/personal/open";
import { documents } from "#documents";
import { type Address, mayPrint, permissionOf, printsOf } from "#documents/kit";
import { readWhole } from "../reading/row";
import { logMove } from "./move";

/**
 * `POST /admin/printed/{type}/{name}`: notes prints of a sheet; answers which one each row's is, and
 * the address that the sheet shows whole.
 */
export const printedEndpoint: Endpoint = endpoint({
  tag: "单据",
  method: "post",
  path: "/admin/printed/:type/:name",
  title: "登记打印",
  params: z.object({ type: z.string(), name: z.string() }),
  body: z.object({
    ids: z
      .array(z.string().regex(/^\d{1,18}$/))
      .min(1)
      .max(200),
  }),
  response: z.record(
    z.string(),
    z.object({ n: z.number(), opened: z.record(z.string(), z.string().nullish()).nullish() }),
  ),
  async handle({ db, caller, tenantId, params, body }) {
    const document = documents.find((d) => d.name === params.type);
    const sheet = document && printsOf(document).find(([name]) => name === params.name)?.[1];
    if (!document || !sheet?.log) throw missing();
    if (!caller.permissions.has(permissionOf(document, "print"))) throw forbidden();
    const printed: Record<string, { n: number; opened?: Address | null }> = {};
    await db.tx(async (sql) => {
      const c = { sql, caller, tenantId };
      for (const id of [...new Set(body.ids)].sort((a, b) => Number(a) - Number(b))) {
        const row = await readWhole(c, document, id);
        const may = mayPrint(caller.permissions, document, sheet, row);
        if (!may.ok) throw conflict(may.reason);
        const count = await sql.one<{ n: number }>(
          `insert into doc_print as p (tenant_id, biz_type, biz_id, sheet, n) values ($1, $2, $3, $4, 1)
           on conflict (tenant_id, biz_type, biz_id, sheet) do update set n = p.n + 1 returning n`,
          [tenantId, document.name, id, params.name],
        );
        const n = count?.n ?? 1;
        const opened = sheet.opens && (await openAddress(sql, document, id, sheet.opens));
        printed[id] = { n, ...(opened && { opened }) };
        await logMove(c, document, id, { action: `${sheet.label ?? "打印"}（第${n}次）` });
      }
    });
    return printed;
  },
});
