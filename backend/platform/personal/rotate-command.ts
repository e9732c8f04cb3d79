import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";
import type { BackendConfig } from "../config";
import { joinCluster } from "../db/cluster/cluster";
import { snake } from "../db/names";
import { openDatabase, type Sql } from "../db/sql";
import { withDatabase } from "../db/with-database";
import { openedAddress, sealAddress } from "./address";
import { opened } from "./cipher";
import { sealSecret } from "./open";
import { keys, ringOf, setKeys } from "./ring";

/** Rows read at a time. */
const BATCH = 100;

/** The columns of a sealed text under the first key. */
const again = (kind: Sealed["kind"], column: string, text: string): Record<string, string | null> =>
  kind === "address" ? sealAddress(column, openedAddress(text)) : { [column]: sealSecret(opened(keys(), text)) };

interface Sealed {
  table: string;
  column: string;
  /** Column by which a row is found. */
  id: string;
  kind: "address" | "secret";
}

/** What no declaration says: labels of packages. */
const OTHERS: readonly Sealed[] = [{ table: "package_label", column: "pdf", id: "package_id", kind: "secret" }];

const sealedOf = ({ table, fields, of }: DocumentType): Sealed[] =>
  Object.entries(fields).flatMap(([name, { kind }]) =>
    !of && (kind === "address" || kind === "secret") ? [{ table, column: snake(name), id: "id", kind }] : [],
  );

async function rotateColumn(sql: Sql, { table, column, id: key, kind }: Sealed) {
  const [{ id: own }] = keys();
  let [after, done] = ["0", 0];
  for (;;) {
    const rows = await sql.query<{ id: string; text: string }>(
      `select ${key} as id, ${column} as text from ${table}
       where ${key} > $1 and ${column} is not null and not starts_with(${column}, $2)
       order by ${key} limit ${BATCH}`,
      [after, `${own}.`],
    );
    for (const { id, text } of rows) {
      const columns = Object.entries(again(kind, column, text));
      // Somebody may have typed it anew meanwhile.
      await sql.query(
        `update ${table} set ${columns.map(([c], i) => `${c} = $${i + 3}`).join(", ")}
         where ${key} = $1 and ${column} = $2`,
        [id, text, ...columns.map(([, value]) => value)],
      );
    }
    done += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return done;
  }
}

/**
 * Seals with the first key whatever another key sealed, and makes its hashes anew; answers how many
 * values. What is purged keeps the hash of its old key.
 */
export async function rotateKeys(sql: Sql): Promise<number> {
  let done = 0;
  for (const sealed of [...documents.flatMap(sealedOf), ...OTHERS]) done += await rotateColumn(sql, sealed);
  return done;
}

/** `npm run rotate-keys`, also while the product runs with the new keys. */
export async function rotateCommand(config: BackendConfig, log: (line: string) => void): Promise<void> {
  setKeys(ringOf(config));
  const work = async (connectionString: string) => {
    const db = openDatabase(connectionString, 1);
    try {
      log(`已用第一个密钥重新加密 ${await rotateKeys(db)} 项`);
    } finally {
      await db.close();
    }
  };
  await withDatabase(config, log, work, joinCluster);
}
