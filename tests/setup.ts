import { PASSWORD_COST, setPasswordCost } from "../backend/auth/password";

// Test users need no hash that withstands a thief; a tenth of all test time went into them.
setPasswordCost({ ...PASSWORD_COST, N: 1024, p: 1 });

// A lock of rows taken out of order is a defect, whether two writes meet or not.
process.env.LOCK_ORDER = "strict";
