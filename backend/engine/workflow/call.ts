import type { Sql } from "#backend/platform/db";
import type { Call } from "#backend/platform/http";
import type { FlowContext, Flows } from "./flow";

declare module "#backend/platform/http/endpoint" {
  interface Services {
    flows: Flows;
  }
}

/** What an approval works with during one call; what ends it may need any other service. */
export const context = (call: Pick<Call, "caller" | "tenantId" | "services">, sql: Sql): FlowContext => ({
  ...call.services,
  sql,
  caller: call.caller,
  tenantId: call.tenantId,
});
