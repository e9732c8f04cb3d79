import type { DocumentType } from "#documents/kit";
import { lockAdvisory } from "../../db/advisory";
import type { Sql } from "../../db/sql";

/**
 * Writes to one tree take turns: two moves at once could close a circle between them, and each holds
 * the row that the other needs as its parent.
 */
export async function lockTree(sql: Sql, document: DocumentType): Promise<void> {
  if (document.tree && sql.held) await lockAdvisory(sql, "tree", document.table);
}
