import "./browser/matchers";
import { productOrigin } from "./product";

// Helpers that know nothing of vitest ask the environment, in a browser's tests as well.
process.env.PRODUCT = await productOrigin();
