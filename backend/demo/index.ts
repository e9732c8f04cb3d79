export { DEMO_ACCOUNTS, NO_ROLE_USERNAME } from "#backend/platform/tenancy/organisation/accounts";
export { seedDemo } from "./demo";
export { advanceFacts } from "./facts/advance";
export { seedFacts } from "./facts/facts";
export { seedMasters } from "./masters";
export { seedReplenish } from "./replenish";
export { standInWorld } from "./stand-ins";
export { seedSystem } from "./system";
export { seedBudgets } from "./target-portfolios";
