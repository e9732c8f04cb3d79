import type { z } from "zod";
import { documents } from "#documents";
import type { DocumentType } from "#documents/kit";
import { type Erp, ErpError, shaped, type Write } from "../client.server";
import { type ReadValues, readNodes, readOne, readOptions, readPage } from "./reads.server";
import { act, add, remove, save } from "./writes.server";

const known = documents.filter((d) => d.calls?.lineage);

type Method = "get" | "post" | "put" | "del";
type ErpAsked = Pick<Write<z.ZodType>, "query" | "body">;
type ErpCall = (erp: Erp, document: DocumentType, asked: ErpAsked) => Promise<unknown>;

const bodyOf = ({ body }: ErpAsked): ReadValues => ({ ...(typeof body === "object" ? body : null) });

/** Each row by itself, with a result for each. */
async function each(erp: Erp, document: DocumentType, name: string, body: ReadValues) {
  const results: object[] = [];
  for (const id of Array.isArray(body.ids) ? body.ids.map(String) : [])
    try {
      await act(erp, document, id, name, body);
      results.push({ id, ok: true, msg: null });
    } catch (error) {
      if (!(error instanceof ErpError) || error.outage || error.signedOut) throw error;
      results.push({ id, ok: false, msg: error.message });
    }
  return results;
}

/** How a call that a declaration gives is made at a backend of the lineage; none: as it is. */
function translated(method: Method, document: DocumentType, rest: string): ErpCall | undefined {
  const [, id] = /^\/(\d{1,19})$/.exec(rest) ?? [];
  const [, of, action] = /^\/(\d{1,19}|batch)\/(\w+)$/.exec(rest) ?? [];
  if (method === "get") {
    if (rest === "/page") return (erp, d, { query }) => readPage(erp, d, query);
    if (rest === "/rows") return (erp, d, { query }) => readNodes(erp, d, query);
    if (rest === "/options") return (erp, d, { query }) => readOptions(erp, d, query);
    if (id) return (erp, d) => readOne(erp, d, id);
  }
  if (method === "post") {
    if (!rest) return (erp, d, asked) => add(erp, d, bodyOf(asked));
    if (of === "batch" && action) return (erp, d, asked) => each(erp, d, action, bodyOf(asked));
    if (of && action && document.actions?.[action]) return (erp, d, asked) => act(erp, d, of, action, bodyOf(asked));
  }
  if (method === "put" && !rest)
    return (erp, d, asked) => save(erp, d, String(bodyOf(asked).id), withoutId(bodyOf(asked)));
  if (method === "del" && id) return (erp, d) => remove(erp, d, id);
  return undefined;
}

const withoutId = ({ id: _, ...values }: ReadValues): ReadValues => values;

/**
 * The backend, whichever it is: calls that declarations give are made by the calls and names of the pig
 * lineage where it has no others.
 * @param declared whether it has them
 */
export function anyLineage(erp: Erp, declared: () => Promise<boolean>): Erp {
  const through =
    (method: Method) =>
    async <S extends z.ZodType>(path: string, options: Write<S>): Promise<z.output<S>> => {
      const pass = () => erp[method](path, options);
      const history = method === "get" && path.startsWith("/admin/operlog/");
      const document = known.find((d) => path === d.api || path.startsWith(`${d.api}/`));
      const call = document && translated(method, document, path.slice(document.api.length));
      if ((!call && !history) || (await declared())) return pass();
      const answer = document && call ? await call(erp, document, options) : [];
      return shaped(options.schema, answer, path);
    };
  return { ...erp, get: through("get"), post: through("post"), put: through("put"), del: through("del") };
}
