import type { Field } from "#documents/kit";

const nameOf = (id: string) => `(select f.original from sys_file f where f.id = ${id}::bigint)`;

/** SQL of the names under which the files of a value were uploaded, in the order of their ids. */
export const fileNames = (f: Field, own: string): string =>
  f.kind === "image"
    ? nameOf(own)
    : `array(select ${nameOf("x.id")} from unnest(${own}) with ordinality x(id, n) order by x.n)`;
