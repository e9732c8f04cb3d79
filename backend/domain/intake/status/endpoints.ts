import { z } from "zod";
import { type Call, type Endpoint, endpoint } from "#backend/platform/http";
import { sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { today } from "#backend/platform/values";
import {
  coverage,
  dataCell,
  dataKind,
  dataKinds,
  dataStates,
  dataStatus,
  dataWaiting,
} from "#documents/base/data-status";
import { behind } from "./behind";
import { fetchAgain } from "./fetch";
import { matrixOf } from "./matrix";
import { coverageOf, waitingOf } from "./waiting";

const tag = "数据完整性";
const permission = "base_data_view";
const storeId = z.string().regex(/^\d{1,18}$/, "店铺不存在");
const place = z.object({ storeId, kind: dataKind, day: z.iso.date("日期格式为2026-01-31") });
const asked = z.object({ storeId: storeId.optional() });

const asking = ({ db, tenantId, caller }: Call<unknown, unknown, unknown>) => ({ sql: db, tenantId, caller });

const COLUMNS = [
  { key: "store", header: "店铺", width: 24 },
  { key: "site", header: "站点", width: 8 },
  { key: "kind", header: "数据", width: 12 },
  { key: "day", header: "日期", width: 12 },
  { key: "state", header: "状态", width: 10 },
  { key: "way", header: "来源", width: 10 },
];

/** 数据完整性 (figures.md D.8): what has come of each store, day by day, and what has not. */
export const dataStatusEndpoints: Endpoint[] = [
  endpoint({
    path: "/base/datastatus",
    tag,
    title: "数据完整性",
    permission,
    query: asked,
    response: dataStatus,
    handle: (call) => matrixOf(asking(call), call.query),
  }),
  endpoint({
    path: "/base/datastatus/cell",
    tag,
    title: "数据完整性的一格",
    permission,
    query: place,
    response: dataCell,
    handle: (call) => behind(asking(call), call.query),
  }),
  endpoint({
    path: "/base/datastatus/coverage",
    tag,
    title: "结算覆盖",
    permission,
    query: asked,
    response: coverage,
    handle: (call) => coverageOf(asking(call), call.query.storeId),
  }),
  endpoint({
    path: "/base/datastatus/waiting",
    tag,
    title: "数据待处理",
    permission,
    response: dataWaiting,
    handle: (call) => waitingOf(asking(call)),
  }),
  endpoint({
    method: "post",
    path: "/base/datastatus/fetch",
    tag,
    title: "重新取数",
    permission: "base_data_fetch",
    body: place,
    handle: ({ db, tenantId, caller, body }) =>
      db.tx(async (sql) => {
        await fetchAgain({ sql, tenantId, caller }, body);
        return true;
      }),
  }),
  endpoint({
    path: "/base/datastatus/export",
    tag,
    title: "导出数据完整性",
    permission: "base_data_export",
    raw: true,
    query: asked,
    async handle(call) {
      const { days, stores } = await matrixOf(asking(call), call.query);
      const rows = stores.flatMap(({ name, site, lines }) =>
        lines.flatMap(({ kind, connected, cells }) =>
          cells.map((state, i) => ({
            store: name,
            site,
            kind: dataKinds[kind].label,
            day: cells.length > 1 ? days[i] : days.at(-1),
            state: dataStates[state].label,
            way: connected ? "接口" : "人工",
          })),
        ),
      );
      await logExport(call, tag, call.query.storeId ?? "", rows.length);
      await sendXlsx(call.res, `${tag}${today()}.xlsx`, COLUMNS, rows, { demo: call.config.demo });
    },
  }),
];
