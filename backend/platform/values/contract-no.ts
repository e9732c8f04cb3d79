/**
 * SQL of what a contract is called on paper: its number, and which supplement of it this is. What was
 * signed before an approved change and what is signed after it are told apart by it.
 * @param k alias of purchase_contract
 */
export const contractNoOf = (k: string): string =>
  `${k}.no || case when ${k}.supplement > 0 then '-' || ${k}.supplement else '' end`;
