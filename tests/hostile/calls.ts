import { screens } from "../../app/screens/resolve";
import type { OpenApi } from "../../backend/http/openapi";
import { formInputs, type Input, importInputs, jsonInputs, queries } from "./inputs";
import type { Watched } from "./server";

/** One request to try. */
export interface Try {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  input?: Input;
}

/** No row has it: what understands the rest of a request finds nothing to change. */
const NOBODY = "999999999";

const filled = (path: string) => path.replace(/\{\w+\}/g, NOBODY);

/** Calls that end the session of who tries them. */
const ENDS = /logout|kick|password/i;

/** Names that the body of a call knows. */
function namesOf(description: OpenApi, schema: unknown): string[] {
  const { $ref, properties } = Object(schema);
  if ($ref)
    return namesOf(
      description,
      description.components.schemas[String($ref).split("/").pop() ?? ""],
    );
  return Object.keys(properties ?? {});
}

/** Every call of the description, open ones without a token too. */
export async function apiTries({ url, token }: Watched): Promise<Try[]> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/docs.json`, { headers });
  const description = (await answer.json()) as OpenApi;
  return Object.entries(description.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const path = `/api${filled(template)}`;
      if (ENDS.test(path)) return [];
      const own = operation.security.some((s) => "bearer" in s) ? headers : {};
      const name = `${method.toUpperCase()} ${template}`;
      if (method === "get")
        return queries.map(([kind, query]) => ({
          ...{ name: `${name} ${kind}`, method, path: `${path}?${query}`, headers: own },
        }));
      const content = operation.requestBody?.content ?? {};
      const names = namesOf(description, content["application/json"]?.schema);
      const files = content["multipart/form-data"] ? [...importInputs, ...formInputs] : [];
      return [...jsonInputs(names), ...files].map((input) => ({
        ...{ name: `${name} ${input.name}`, method, path, headers: own, input },
      }));
    }),
  );
}

/** Addresses of the console that take a form, and some of everybody's. */
const BY_HAND = [
  ...[
    "/login",
    "/feishubind",
    "/session/sms",
    "/lock",
    "/upload",
    "/preferences",
    "/tabs",
    "/bell",
  ],
  ...["/info/index", "/errorlog/index", "/crud/index", "/admin/message-center"],
  ...["/activiti/todo/index", `/activiti/detail/${NOBODY}`, "/activiti/model/x", "/nowhere"],
  ...["/cockpit/tradeReport/index", "/advertisement/report/index"],
];

/** Forms and addresses of the console, signed in and not. */
export function pageTries({ url, cookie }: Watched): Try[] {
  const declared = screens.filter((s) => s.document).map((s) => filled(s.path));
  const paths = [...new Set([...BY_HAND, ...declared])];
  const base = { accept: "text/html", origin: url };
  return [{ ...base, cookie }, base].flatMap((headers) => {
    const who = "cookie" in headers ? "" : "nobody ";
    // Who is not signed in gets to one of three places.
    const reached = who
      ? ["/login", "/feishubind", "/session/sms", "/", "/admin/user/index"]
      : paths;
    return reached.flatMap((path) => [
      ...formInputs.map((input) => ({
        ...{ name: `${who}POST ${path} ${input.name}`, method: "post", path, headers, input },
      })),
      ...queries.map(([kind, query]) => ({
        ...{ name: `${who}GET ${path} ${kind}`, method: "get", path: `${path}?${query}`, headers },
      })),
    ]);
  });
}
