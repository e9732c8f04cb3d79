/** What a badge has room for. */
const MOST = 99;

/** A count as a badge shows it. */
export const countText = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
