import type { Endpoint } from "../http/endpoint";
import type { DemoAccount } from "./demo/account";
import { demoEndpoints } from "./demo/endpoints";
import { tokenEndpoints } from "./grants/endpoints";
import { lockEndpoints } from "./lock/endpoints";
import { meEndpoints } from "./me/endpoints";
import { mobileEndpoints } from "./mobile/endpoints";
import { socialEndpoints } from "./social/endpoints";
import { ticketEndpoints } from "./ticket";

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
