import type { Endpoint } from "../http/endpoint";
import { demoEndpoints } from "./demo.endpoints";
import { meEndpoints } from "./me.endpoints";
import { mobileEndpoints } from "./mobile.endpoints";
import { socialEndpoints } from "./social.endpoints";
import { tokenEndpoints } from "./token.endpoints";

/** Sign-in, sign-out and everything about the signed-in user (specification 7.1). */
export const authEndpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...mobileEndpoints,
  ...socialEndpoints,
  ...meEndpoints,
  ...demoEndpoints,
];
