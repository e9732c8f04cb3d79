import fc from "fast-check";
import { setPasswordCost } from "#backend/platform/auth/password";
import { keepPlans } from "#backend/platform/db/sql";
import { DEMO_KEYS, readKeyRing, setKeys } from "#backend/platform/personal/ring";
import { TEST_COST, TEST_KEYS } from "../scripts/test-product.mjs";

// Test users need no hash that withstands a thief; a tenth of all test time went into them.
setPasswordCost(TEST_COST);

// A connection of a test ends with it: memory is not what is scarce.
keepPlans(2_000);

// What is kept encrypted in a template opens in every copy of it.
process.env.SECRET_KEYS ??= TEST_KEYS;
setKeys([...readKeyRing(process.env.SECRET_KEYS), ...DEMO_KEYS]);

// A lock of rows taken out of order is a defect, whether two writes meet or not.
process.env.LOCK_ORDER = "strict";

// Random tests try the same each time. Asked for more runs they draw a seed, which a failure prints.
const { RUNS, SEED } = process.env;
fc.configureGlobal(SEED || !RUNS ? { seed: Number(SEED || 20251121) } : {});
