import type { Route } from "../../http/words";
import type { World } from "../../world/world";
import { downloadsOf } from "./downloads";
import { feedRoutes } from "./feeds";
import { orderReportRoutes } from "./order-reports";
import { settlementReportRoutes } from "./settlement-reports";

/** Reports, and feeds that are handed in. */
export function paperRoutes(world: World): Route[] {
  const downloads = downloadsOf(world);
  return [
    ...settlementReportRoutes(world, downloads),
    ...orderReportRoutes(world, downloads),
    downloads.route,
    ...feedRoutes(world),
  ];
}
