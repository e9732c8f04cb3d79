export { DEMO_ACCOUNTS, NO_ROLE_USERNAME } from "../tenancy/organisation/accounts";
export { seedDemo } from "./demo/demo";
export { advanceFacts } from "./demo/facts/advance";
export { seedFacts } from "./demo/facts/facts";
export { seedReplenish } from "./demo/replenish";
export { seedBudgets } from "./demo/target-portfolios";
export { seedMasters } from "./masters";
export { standInWorld } from "./stand-ins";
export { seedSystem } from "./system";
