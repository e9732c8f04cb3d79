import type { Sql } from "./sql";

/**
 * Answers the same question once, for work that only reads, such as a page: what several parts of it
 * ask is read one time. Everybody gets rows of their own, since what reads also completes them.
 */
export function askOnce(sql: Sql): Sql {
  const asked = new Map<string, Promise<object[]>>();
  async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const question = JSON.stringify([text, values]);
    const answer = asked.get(question) ?? sql.query<object>(text, values);
    asked.set(question, answer);
    // The same text asks for the same rows.
    return (await answer).map((row) => ({ ...row })) as T[];
  }
  return { query, one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0] };
}
