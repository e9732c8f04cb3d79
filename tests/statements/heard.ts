import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll } from "vitest";

interface Heard {
  columns: Map<string, Set<string>>;
  told: number;
}

/** This file is read anew for every test file of a worker; what it heard stays. */
const worker = globalThis as { heardStatements?: Heard };
const first = !worker.heardStatements;
worker.heardStatements ??= { columns: new Map(), told: 0 };
/** Columns of every marked statement that the database described in this worker: name and type of each. */
const all = worker.heardStatements;

interface Described {
  text?: string;
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
}

function listen(): void {
  const query = pg.Query.prototype as unknown as Described;
  const describe = query.handleRowDescription;
  query.handleRowDescription = function (this: Described, message) {
    const { text = "" } = this;
    if (text.endsWith("*/")) {
      const mark = text.slice(text.lastIndexOf("/*@") + 3, -2);
      const columns = message.fields.map((f) => `${f.name}:${f.dataTypeID}`).join();
      const known = all.columns.get(mark) ?? new Set();
      all.columns.set(mark, known.add(columns));
    }
    describe.call(this, message);
  };
}
if (first) listen();

const FOLDER = path.resolve(".cache/statements");

afterAll(() => {
  const size = [...all.columns.values()].reduce((sum, columns) => sum + columns.size, 0);
  if (size === all.told) return;
  all.told = size;
  mkdirSync(FOLDER, { recursive: true });
  const said = Object.fromEntries([...all.columns].map(([mark, columns]) => [mark, [...columns]]));
  writeFileSync(path.join(FOLDER, `${process.pid}.json`), JSON.stringify(said));
});
