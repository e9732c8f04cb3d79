import { z } from "zod";
import {
  finishIn,
  finishOut,
  jobOf,
  scanIn,
  scanOut,
  terminalAsk,
  terminalKinds,
  terminalLook,
  terminalPlace,
  terminalStock,
  terminalView,
} from "#documents/wms/terminal/words";
import { context } from "../documents/call";
import type { RuleContext } from "../documents/rules";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { asksOf, dropped, finished, undone } from "./finish";
import { viewOf } from "./job";
import { kinds } from "./kinds";
import { placeOf, placesOf, requireKind } from "./place";
import { scanned } from "./scan";
import { stockAt } from "./stock";

const LOOK = terminalLook.permission;
const CODES = [...new Set([...terminalKinds.map((kind) => jobOf(kind).permission), LOOK])];
const wireId = scanIn.shape.warehouseId;

const base = { tag: "仓库终端", permission: CODES } as const;
/** A scan is kept itself: it needs no entry in the operation log. */
const writing = { ...base, method: "post", logged: false } as const;
const params = z.object({ kind: z.enum(terminalKinds) });
const place = z.object({ warehouseId: wireId });
const at = (path: string) => `/wms/terminal/:kind(${terminalKinds.join("|")})${path}`;

const inside = <R>(call: Call, work: (c: RuleContext) => Promise<R>) =>
  call.db.tx((sql) => work(context(call, sql)));

/** The warehouse terminal: jobs that count, and a look at the stock. */
export const terminalEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    method: "get",
    path: "/wms/terminal/places",
    title: "可作业的仓库",
    response: z.array(terminalPlace),
    handle: (call) => placesOf(context(call, call.db)),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/wms/terminal/stock",
    title: "终端查库存",
    permission: LOOK,
    query: place.extend({ code: scanIn.shape.code }),
    response: terminalStock,
    async handle(call) {
      const c = context(call, call.db);
      return stockAt(c, await placeOf(c, call.query.warehouseId), call.query.code);
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: at(""),
    title: "终端作业",
    params,
    query: place,
    response: terminalView,
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      const c = context(call, call.db);
      return viewOf(
        c,
        call.params.kind,
        await placeOf(c, call.query.warehouseId),
        kinds[call.params.kind].cartons,
      );
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: at("/ask"),
    title: "终端作业结束时的问题",
    params,
    query: place,
    response: z.array(terminalAsk),
    handle(call) {
      requireKind(call.caller, call.params.kind);
      return asksOf(context(call, call.db), call.params.kind, call.query.warehouseId);
    },
  }),
  endpoint({
    ...writing,
    path: at("/scan"),
    title: "终端扫描",
    params,
    body: scanIn,
    response: scanOut,
    async handle(call) {
      const { kind } = call.params;
      requireKind(call.caller, kind);
      // All of it on one connection, which has planned these statements before.
      return inside(call, async (c) => {
        const place = await placeOf(c, call.body.warehouseId);
        const said = await scanned(c, kind, place, call.body);
        if (!call.body.view) return said;
        return { ...said, view: await viewOf(c, kind, place, kinds[kind].cartons) };
      });
    },
  }),
  endpoint({
    ...writing,
    path: at("/undo"),
    title: "撤回终端扫描",
    params,
    body: z.object({ scanId: wireId }),
    response: z.object({ code: z.string() }),
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      const { scanId } = call.body;
      return { code: await inside(call, (c) => undone(c, call.params.kind, scanId)) };
    },
  }),
  endpoint({
    ...writing,
    logged: true,
    path: at("/finish"),
    title: "结束终端作业",
    params,
    body: finishIn,
    response: finishOut,
    handle(call) {
      requireKind(call.caller, call.params.kind);
      const { jobId, values } = call.body;
      return inside(call, (c) => finished(c, call.params.kind, jobId, values));
    },
  }),
  endpoint({
    ...writing,
    logged: true,
    path: at("/drop"),
    title: "放弃终端作业",
    params,
    body: z.object({ jobId: wireId }),
    response: z.literal(true),
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      await inside(call, (c) => dropped(c, call.params.kind, call.body.jobId));
      return true as const;
    },
  }),
];
