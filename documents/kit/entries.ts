/** Names of what an object literal says, as its type knows them. */
export function keysOf<T extends object>(of: T): (keyof T & string)[];
export function keysOf(of: object): string[] {
  return Object.keys(of);
}

/** The same with what is said of each. */
export const entriesOf = <T extends object>(of: T): [keyof T & string, T[keyof T & string]][] =>
  keysOf(of).map((name) => [name, of[name]]);

/** Words that have nothing but a label: `labelled({ gain: "盘盈" })` is `{ gain: { label: "盘盈" } }`. */
export function labelled<const W extends Readonly<Record<string, string>>>(
  words: W,
): { readonly [K in keyof W]: { readonly label: W[K] } };
export function labelled(words: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(words).map(([name, label]) => [name, { label }]));
}
