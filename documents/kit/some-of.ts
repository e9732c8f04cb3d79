/**
 * "甲、乙、丙等5个": the first of these words, and how many they all are where those are not all; "甲、乙、丙等" without
 * a word to count by.
 */
export const someOf = (words: readonly string[], most: number, unit?: string): string =>
  words.slice(0, most).join("、") + (words.length > most ? `等${unit ? words.length + unit : ""}` : "");
