import type { Database } from "#backend/platform/db/sql";
import { SAMPLES } from "#backend/platform/files/samples";
import { ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";

const FIRST = 900_000_000;
/** Twice a picture: some forms ask for two. */
const KINDS = ["picture", "document", "picture2"] as const;
type Kind = (typeof KINDS)[number];

/** Id of a file that somebody has uploaded, once `uploadEvidence` has run: `evidence("buyer", "document")`. */
export const evidence = (who: string, kind: Kind): string =>
  String(FIRST + ROLE_ACCOUNTS.findIndex((a) => a.username === who) * KINDS.length + KINDS.indexOf(kind));

/** A picture and a document of everybody: what forms must bear on their way to somewhere else. */
export async function uploadEvidence(db: Pick<Database, "query">): Promise<void> {
  for (const { username } of ROLE_ACCOUNTS)
    for (const kind of KINDS) {
      const { hash, type, content } = SAMPLES[kind === "document" ? kind : "picture"];
      await db.query(
        `with kept as (
           insert into sys_file_blob (hash, size, storage, bucket_name)
           values ($1, $2, 'sample', 'sample') on conflict do nothing)
         insert into sys_file (id, create_by, file_name, original, type, size, hash, bucket_name)
         select $3, id, gen_random_uuid() || '.' || $4, $5 || '.' || $4, $4, $2, $1, 'sample'
         from sys_user where username = $6 on conflict do nothing`,
        [hash, content.length, evidence(username, kind), type, kind, username],
      );
    }
}
