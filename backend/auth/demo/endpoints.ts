import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { missing } from "../../http/refusal";
import { type DemoAccount, offersDemo } from "./account";

/** What the log-in page of a demonstration offers to callers near by; absent elsewhere. */
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
    handle({ config, req }) {
      if (!offersDemo(config, req)) throw missing("资源不存在");
      // An administrator with a password of its own is no demo account.
      return accounts.filter((a) => !config.adminPassword || a.username !== "admin");
    },
  }),
];
