// The yardstick: a bare, fully hydrated React Router list (yardstick/).
import { installed } from "./installed.mjs";
import { start } from "./servers.mjs";

export const startYardstick = () =>
  start((port) => ["serve-rr.mjs", ".", String(port)], { cwd: installed("yardstick"), ready: "/users" });
