import type { Sql } from "#backend/platform/db";
import type { ReportKind } from "#documents/base/report-file";

/** Names that reports have for a column besides the one that is read, by report (figures.md A.5). */
const ALIASES: Readonly<Partial<Record<ReportKind, Readonly<Record<string, string>>>>> = {
  feePreview: { "product-size-weight-band": "product-size-tier" },
};

/** Names of columns of a report, each with the one that is read. */
export type ColumnAliases = (kind: ReportKind) => ReadonlyMap<string, string>;

/** What a tenant's reports call their columns, with what is known of all. */
export async function aliasesOf(sql: Sql, tenantId: string): Promise<ColumnAliases> {
  const own = await sql.query<{ kind: string; said: string; name: string }>(
    `select report_kind as kind, said, column_name as name from report_column where tenant_id = $1`,
    [tenantId],
  );
  return (kind) =>
    new Map([
      ...Object.entries(ALIASES[kind] ?? {}),
      ...own.filter((a) => a.kind === kind).map((a): [string, string] => [a.said, a.name]),
    ]);
}

/** Columns by the names that are read; one that is there under its own name has no other. */
export const renamed = (columns: readonly string[], aliases: ReadonlyMap<string, string>): string[] =>
  columns.map((said) => {
    const name = aliases.get(said);
    return name === undefined || columns.includes(name) ? said : name;
  });
