import type { Input } from "./inputs";

/** Names that every plain object knows without having been told. */
export const BORN = ["__proto__", "constructor", "toString"] as const;

/** A body that bears the name as every key and every value, and below every name that the call knows. */
export function bornBody(born: string, names: readonly string[]): Input {
  const key = JSON.stringify(born);
  const deep = `{${key}:{${key}:${key},"state":"x","prototype":{"polluted":1}},"id":${key}}`;
  const fields = names.map((name, i) => {
    const value = [key, `[${key}]`, deep, `[${deep}]`][i % 4];
    return `${JSON.stringify(name)}:${value}`;
  });
  const text = `{${[...fields, `${key}:${deep}`].join()}}`;
  return { name: born, type: "application/json", body: () => Buffer.from(text) };
}

const pairs = (born: string, names: readonly string[]) => [
  ...names.map((name) => [name, born]),
  ...[born, `${born}[${born}]`, `${born}.${born}`, `items[0].${born}`, `${born}[0].polluted`].map((name) => [
    name,
    born,
  ]),
];

export const bornQuery = (born: string, names: readonly string[]): string =>
  new URLSearchParams(pairs(born, names)).toString();

/** A form of the console with the name wherever one may stand. */
export const bornForm = (born: string, action: string): Input => ({
  name: `${born} ${action}`,
  type: "application/x-www-form-urlencoded",
  body: () => Buffer.from(bornQuery(born, ["id", "ids", "name", "no"]).concat(`&_action=${action}`)),
});
