import { z } from "zod";
import { alertChoice, alertState, workQueue } from "#documents/kit";
import { context } from "../documents/call";
import { type Endpoint, endpoint } from "../http/endpoint";
import { alertStates, subscribe } from "./alerts/store";
import { hintEndpoints } from "./hints";
import { queues } from "./queues";

/** What waits for the caller, and what he asked to be told of. */
export const deskEndpoints: Endpoint[] = [
  ...hintEndpoints,
  endpoint({
    tag: "我的工作台",
    method: "get",
    path: "/admin/desk/queues",
    title: "待办队列",
    response: z.array(workQueue),
    handle: (call) => queues(context(call, call.db)),
  }),
  endpoint({
    tag: "我的工作台",
    method: "get",
    path: "/admin/desk/alerts",
    title: "可订阅的预警",
    response: z.array(alertState),
    handle: ({ db, caller }) => alertStates(db, caller),
  }),
  endpoint({
    tag: "我的工作台",
    method: "put",
    path: "/admin/desk/alerts",
    title: "订阅预警",
    body: alertChoice,
    response: z.literal(true),
    handle: ({ db, caller, body }) => subscribe(db, caller, body),
  }),
];
