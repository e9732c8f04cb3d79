/** One body or query that nobody means well with. */
export interface Input {
  name: string;
  type: string;
  /** Made when it is sent: all of them together are many gigabytes. */
  body(): Buffer;
}

const KB = 1024;
const MB = KB * KB;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const BOUNDARY = "multipart/form-data; boundary=b";

const repeat = (n: number, piece: (i: number) => string) => Array.from({ length: n }, (_, i) => piece(i));
const of =
  (type: string) =>
  (name: string, text: () => string): Input => ({ name, type, body: () => Buffer.from(text()) });
const json = of(JSON_TYPE);
const form = of(FORM);
const parts = of(BOUNDARY);

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`;

/** Names that schemas know are filled too: what is read stalls, not what is left out. */
const known = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

/** JSON bodies for a call that knows these names. */
export function jsonInputs(names: readonly string[]): Input[] {
  const long = names.length ? Math.floor((0.9 * MB) / names.length) : 0;
  return [
    json("long texts", () => JSON.stringify(known(names, "a".repeat(Math.min(long, 200 * KB))))),
    json("mail-like texts", () => JSON.stringify(known(names, "a.".repeat(Math.min(long, 60 * KB))))),
    json("long numbers", () => JSON.stringify(known(names, "1,".repeat(Math.min(long, 60 * KB))))),
    json("many keys", () => `{${repeat(49_000, (i) => `"k${i}":1`).join()}}`),
    json("long lists", () => JSON.stringify(known(names, Array(Math.floor(48_000 / (names.length || 1))).fill(1)))),
    json("many lines", () =>
      JSON.stringify(known(names, Array(Math.floor(20_000 / (names.length || 1))).fill({ id: 1 }))),
    ),
    json("deep nest", () => "[".repeat(MB / 2) + "]".repeat(MB / 2)),
    json("25 MB", () => `{"a":"${"a".repeat(25 * MB)}"}`),
    form("many fields", () => repeat(60_000, (i) => `k${i}=1`).join("&")),
  ];
}

/** Forms of the console. */
export const formInputs: Input[] = [
  form("long texts", () => `_action=save&name=${"a".repeat(900 * KB)}`),
  form("many fields", () => `_action=save&${repeat(19_000, (i) => `items%5B${i}%5D.qty=1`).join("&")}`),
  form("one name", () => `_action=save&${"ids=1&".repeat(19_000)}`),
  form("lines in one", () => `_action=save&${repeat(19_000, (i) => `items%5B0%5D.f${i}=1`).join("&")}`),
  form("empty fields", () => "&".repeat(900 * KB)),
  form("25 MB", () => `a=${"a".repeat(25 * MB)}`),
  parts("many parts", () => `${repeat(19_000, () => field("items[0].qty", "1")).join("")}--b--\r\n`),
  parts("a name without end", () => `--b\r\ncontent-disposition: form-data; name="${"a".repeat(25 * MB)}`),
  parts("almost boundaries", () => `${field("a", "b")}${"\r\n--a".repeat(4 * MB)}`),
  parts("25 MB file", () => file("a.txt", "a".repeat(24 * MB))),
];

/** Files for imports: what a table of 5 MB can hold. */
export const importInputs: Input[] = [
  parts("csv of one cell", () => file("a.csv", "a".repeat(5 * MB - 200))),
  parts("csv of quotes", () => file("a.csv", '"'.repeat(5 * MB - 200))),
  parts("csv of commas", () => file("a.csv", ",".repeat(5 * MB - 200))),
  parts("csv of lines", () => file("a.csv", "a\n".repeat(2 * MB))),
  parts("csv of cells", () => file("a.csv", `${"a,".repeat(150)}\n`.repeat(5000))),
];

/** Query strings, as long as a server takes them. */
export const queries: [name: string, query: string][] = [
  ["long text", `keyword=${"a".repeat(14_000)}`],
  ["many names", repeat(1_000, (i) => `k${i}=1`).join("&")],
  ["one name", "ids=1&".repeat(2_000)],
  ["nests", `a${"[b]".repeat(4_000)}=1`],
  ["brackets", "a[]=1&".repeat(2_000)],
  ["percent", `keyword=${"%25".repeat(4_500)}`],
];
