export { seedDemo } from "./demo/demo";
export { seedFacts } from "./demo/facts/facts";
export { seedMasters } from "./masters";
export { DEMO_ACCOUNTS, DEMO_PASSWORD, NO_ROLE_USERNAME } from "./organisation/accounts";
export { seedSystem } from "./system";
