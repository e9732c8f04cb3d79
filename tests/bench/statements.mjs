// Preloaded besides the probe where statements are to be counted: remembers what every client runs.
import pg from "pg";

const run = pg.Client.prototype.query;
globalThis.statements = [];

pg.Client.prototype.query = function (...given) {
  const text = given[0]?.text ?? given[0];
  if (typeof text === "string") globalThis.statements.push(text);
  return run.apply(this, given);
};
