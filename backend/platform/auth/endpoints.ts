import { z } from "zod";
import { type Endpoint, endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { type DemoAccount, offersDemo } from "./demo/account";
import { tokenEndpoints } from "./grants/endpoints";
import { lockEndpoints } from "./lock/lock";
import { meEndpoints } from "./me/endpoints";
import { mobileEndpoints } from "./mobile/endpoints";
import { socialEndpoints } from "./social/endpoints";
import { ticketEndpoints } from "./ticket";

/** What the log-in page of a demonstration offers to callers near by; absent elsewhere. */
const demoEndpoints = (accounts: readonly DemoAccount[]): Endpoint[] => [
  endpoint({
    path: "/demo-accounts",
    tag: "认证",
    title: "演示账号",
    open: true,
    response: z.array(
      z.object({ username: z.string(), password: z.string(), roleCode: z.string(), roleName: z.string() }),
    ),
    handle({ config, req }) {
      if (!offersDemo(config, req)) throw missing("资源不存在");
      // An administrator with a password of its own is no demo account.
      return accounts.filter((a) => !config.adminPassword || a.username !== "admin");
    },
  }),
];

/** Sign-in, sign-out and everything about the signed-in user (specification 7.1). */
export const authEndpoints = (demoAccounts: readonly DemoAccount[]): Endpoint[] => [
  ...tokenEndpoints,
  ...mobileEndpoints,
  ...socialEndpoints,
  ...lockEndpoints,
  ...meEndpoints,
  ...ticketEndpoints,
  ...demoEndpoints(demoAccounts),
];
