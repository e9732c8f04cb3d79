// Preloaded besides the probe where statements are to be counted: remembers what every client runs.
import pg from "pg";

const run = pg.Client.prototype.query;
globalThis.statements = [];
globalThis.statementValues = [];
globalThis.statementClients = [];

pg.Client.prototype.query = function (...given) {
  const text = given[0]?.text ?? given[0];
  if (typeof text === "string") {
    globalThis.statements.push(text);
    globalThis.statementClients.push(this.processID);
    globalThis.statementValues.push(given[0]?.values ?? (Array.isArray(given[1]) ? given[1] : []));
  }
  return run.apply(this, given);
};
