import { z } from "zod";
import { logMove, readWhole } from "#backend/engine/documents";
import { conflict, type Endpoint, endpoint, missing } from "#backend/platform/http";
import { disposition } from "#backend/platform/http/disposition";
import { permissionOf } from "#documents/kit";
import { packageOrder } from "#documents/order/package-order";
import { labelOf, NO_LABEL, oneFile } from "./labels";

const MOST = 200;
const words = { some: "请先选择包裹", strange: "包裹不存在", many: `一次最多${MOST}个包裹` };

/** `GET {api}/label?ids=`: the labels as warehouses or carriers drew them, in one file; who took them is kept. */
const label = endpoint({
  tag: packageOrder.label,
  path: `${packageOrder.api}/label`,
  title: "面单PDF",
  permission: permissionOf(packageOrder, "print"),
  raw: true,
  query: z.object({
    ids: z
      .string(words.some)
      .min(1, words.some)
      .transform((text) => [...new Set(text.split(","))])
      .pipe(z.array(z.string().regex(/^\d{1,18}$/, words.strange)).max(MOST, words.many)),
  }),
  async handle({ db, caller, tenantId, query, res }) {
    const labels = await db.tx(async (sql) => {
      const c = { sql, caller, tenantId };
      const found: { no: string; pdf: Buffer }[] = [];
      for (const id of query.ids) {
        const row = await readWhole(c, packageOrder, id);
        const no = row.no ?? row.id;
        if (row.status !== "labelled") throw conflict(`${no}：只有已出面单的包裹可以下载面单`);
        const pdf = await labelOf(sql, row.id);
        if (!pdf) throw missing(`${no}：${NO_LABEL}`);
        await logMove(c, packageOrder, row.id, { action: "下载面单" });
        found.push({ no, pdf });
      }
      return found;
    });
    const name = labels.length > 1 ? `${labels[0]?.no}等${labels.length}个` : labels[0]?.no;
    const file = await oneFile(labels.map(({ pdf }) => pdf));
    res.setHeader("Content-Type", "application/pdf");
    res.setHeader("Content-Disposition", disposition("attachment", `面单${name}.pdf`));
    res.end(file);
  },
});

export const packageEndpoints: Endpoint[] = [label];
