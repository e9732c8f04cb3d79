import { ensureBuild } from "../../scripts/build.mjs";

/** The product is tested as it is built. */
export default () => ensureBuild({ log: console.error });
