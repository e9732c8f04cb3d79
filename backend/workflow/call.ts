import type { Sql } from "../db/sql";
import type { Call } from "../http/endpoint";
import type { FlowContext, Flows } from "./flow";

declare module "../http/endpoint" {
  interface Services {
    flows: Flows;
  }
}

/** What an approval works with during one call; what ends it may need any other service. */
export const context = (
  call: Pick<Call, "caller" | "tenantId" | "services">,
  sql: Sql,
): FlowContext => ({
  ...call.services,
  sql,
  caller: call.caller,
  tenantId: call.tenantId,
});
