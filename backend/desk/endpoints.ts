import { z } from "zod";
import { workQueue } from "#documents/kit";
import { context } from "../documents/call";
import { type Endpoint, endpoint } from "../http/endpoint";
import { queues } from "./queues";

/** What waits for the caller. */
export const deskEndpoints: Endpoint[] = [
  endpoint({
    tag: "我的工作台",
    method: "get",
    path: "/admin/desk/queues",
    title: "待办队列",
    response: z.array(workQueue),
    handle: (call) => queues(context(call, call.db)),
  }),
];
