import { guideEndpoint } from "./guide";
import { resetEndpoint } from "./reset";

export { DEMO_ACCOUNTS, NO_ROLE_USERNAME } from "#backend/platform/tenancy/organisation/accounts";
export { advanceDemonstration, beginDemonstration, figuresComing, loadDemonstration, mayAskReports } from "./begin";
export { seedDemo } from "./demo";
export { seedMasters } from "./masters";
export { resetCommand } from "./reset";
export { snapshotMark } from "./snapshot/load";
export { makeCommand } from "./snapshot/make";
export { standInWorld } from "./stand-ins";
export { seedSystem } from "./system";

/** Calls that an invented company alone has. */
export const demoEndpoints = [guideEndpoint, resetEndpoint];
