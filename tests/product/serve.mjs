// The built product, as `npm start` starts it, but for hashes that keep out no thief: browsers' tests sign in often.
import { TEST_COST } from "../../scripts/test-product.mjs";

const build = await import("../../build/index.js");
build.setPasswordCost(TEST_COST);
const { close } = await build.serve();
process.on("SIGTERM", () => close().then(() => process.exit(0)));
