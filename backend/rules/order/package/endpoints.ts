import { z } from "zod";
import { permissionOf } from "#documents/kit";
import { packageOrder } from "#documents/order/package-order";
import { logMove } from "../../../documents/lifecycle/move";
import { readWhole } from "../../../documents/reading/row";
import { disposition } from "../../../http/disposition";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { conflict, missing } from "../../../http/refusal";
import { labelOf } from "./labels";

/** `GET {api}/label?id=`: the label as the warehouse or the carrier drew it; who took it is kept. */
const label = endpoint({
  tag: packageOrder.label,
  method: "get",
  path: `${packageOrder.api}/label`,
  title: "面单PDF",
  permission: permissionOf(packageOrder, "print"),
  raw: true,
  query: z.object({ id: z.string("请先选择包裹").regex(/^\d{1,18}$/, "包裹不存在") }),
  async handle({ db, caller, tenantId, query, res }) {
    const { no, pdf } = await db.tx(async (sql) => {
      const c = { sql, caller, tenantId };
      const row = await readWhole(c, packageOrder, query.id);
      if (row.status !== "labelled") throw conflict("只有已出面单的包裹可以下载面单");
      const found = await labelOf(sql, row.id);
      if (!found) throw missing("这个包裹没有面单文件，请打印面单");
      await logMove(c, packageOrder, row.id, { action: "下载面单" });
      return { no: row.no ?? row.id, pdf: found };
    });
    res.setHeader("Content-Type", "application/pdf");
    res.setHeader("Content-Disposition", disposition("attachment", `面单${no}.pdf`));
    res.end(pdf);
  },
});

export const packageEndpoints: Endpoint[] = [label];
