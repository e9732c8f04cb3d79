/** Source of what settlements bring. */
export const SOURCE = "settlement";

/** What a line of a settlement is to the facts: what the platform takes is a cost, what it pays back is not. */
export const lineAmount = (line: string): string =>
  `case when ${line}.measure = 'reimburse_amt' then ${line}.amount else -${line}.amount end`;

/** The row of the facts in which a line counts: what was paired after its month was closed stays where it was. */
export const lineSku = (line: string): string => `coalesce(${line}.landed_sku, ${line}.fact_sku)`;

/** Lines that have gone to the facts; a refund that customer service had made is only compared. */
export const linesPosted = (line: string): string =>
  `${line}.landing_date is not null and ${line}.cs_refund_id is null and ${line}.del_flag = 0`;
