/** SQL of what lacks, by the condition that it does. */
type Lacking = Readonly<Record<string, string>>;

/**
 * The expressions of `lackFields`: what rows under a condition lack, with 、 between them.
 * @param given SQL of the condition under which something is asked for; what it reads is over `t`
 */
export function lackExpressions(given: string, lacking: Lacking): { lacks: string; lacking: string } {
  const words = Object.entries(lacking).map(([word, sql]) => `case when ${sql} then '${word}' end`);
  const any = Object.values(lacking).map((sql) => `(${sql})`);
  return {
    lacks: `case when ${given} then nullif(concat_ws('、', ${words.join(", ")}), '') end`,
    lacking: `coalesce(${given} and (${any.join(" or ")}), false)`,
  };
}
