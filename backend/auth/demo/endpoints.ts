import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { missing } from "../../http/refusal";
import type { DemoAccount } from "./account";

/** What the log-in page of a demonstration offers; absent elsewhere. */
export const demoEndpoints = (accounts: readonly DemoAccount[]): Endpoint[] => [
  endpoint({
    method: "get",
    path: "/demo-accounts",
    tag: "认证",
    title: "演示账号",
    open: true,
    response: z.array(
      z.object({
        username: z.string(),
        password: z.string(),
        roleCode: z.string(),
        roleName: z.string(),
      }),
    ),
    handle({ config }) {
      if (!config.demo) throw missing("资源不存在");
      return accounts;
    },
  }),
];
