import { z } from "zod";
import { type Endpoint, endpoint, schemaOf } from "#backend/platform/http";
import { byOwnNames, type DocumentType, lineageNames, ownNameOf, withOtherNames } from "#documents/kit";
import { isRecord } from "./rows";

/** An answer whose rows bear both names: one row, some, or a page of them. */
function answered(document: DocumentType, answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => answered(document, one));
  if (!isRecord(answer)) return answer;
  if (Array.isArray(answer.records)) return { ...answer, records: answered(document, answer.records) };
  return "version" in answer ? withOtherNames(document, answer) : answer;
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());

/** Orders of that lineage name columns: `create_time`. */
const order = (document: DocumentType, given: unknown) =>
  typeof given === "string"
    ? given
        .split(",")
        .map((name) => ownNameOf(document, camel(name.trim())))
        .join(",")
    : given;

/**
 * Calls of a document that the pig lineage has too: what comes by its other name is taken, rows are
 * answered with both names.
 */
export function bothNames(document: DocumentType, endpoints: Endpoint[]): Endpoint[] {
  if (!document.calls?.lineage) return endpoints;
  const own = (given: unknown) => (isRecord(given) ? byOwnNames(document, given) : given);
  const asked = (given: unknown) => {
    const query = own(given);
    if (!isRecord(query)) return query;
    const { ascs, descs } = query;
    return {
      ...query,
      ...(ascs !== undefined && { ascs: order(document, ascs) }),
      ...(descs !== undefined && { descs: order(document, descs) }),
    };
  };
  return endpoints.map((e) => {
    const { query, body } = e;
    return endpoint({
      ...e,
      query: query && (() => z.preprocess(asked, schemaOf(query))),
      otherNames: lineageNames(document),
      body: body && (() => z.preprocess(own, schemaOf(body))),
      handle: e.method === "get" ? async (call) => answered(document, await e.handle(call)) : e.handle,
    });
  });
}
