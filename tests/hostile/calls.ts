import type { OpenApi } from "#backend/platform/http/openapi";
import { screens } from "../../app/screens/frame/resolve";
import { bornBody, bornForm, bornQuery } from "./born";
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
  if ($ref) return namesOf(description, description.components.schemas[String($ref).split("/").pop() ?? ""]);
  return Object.keys(properties ?? {});
}

interface Call {
  name: string;
  method: string;
  template: string;
  headers: Record<string, string>;
  /** Names that its body or query knows. */
  names: string[];
  takesFiles: boolean;
}

/** Every call of the description, open ones without a token too. */
async function callsOf({ url, token }: Watched): Promise<Call[]> {
  const signedIn = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/docs.json`, { headers: signedIn });
  const description = (await answer.json()) as OpenApi;
  return Object.entries(description.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(() => !ENDS.test(template))
      .map(([method, operation]) => {
        const content = operation.requestBody?.content ?? {};
        const asked = (operation.parameters ?? []).filter((p) => p.in === "query");
        const read = namesOf(description, content["application/json"]?.schema);
        return {
          name: `${method.toUpperCase()} ${template}`,
          method,
          template,
          headers: operation.security.some((s) => "bearer" in s) ? signedIn : {},
          names: method === "get" ? asked.map((p) => p.name) : read,
          takesFiles: !!content["multipart/form-data"],
        };
      }),
  );
}

/** Every call with everything that is long, many or deep. */
export async function apiTries(watched: Watched): Promise<Try[]> {
  const calls = await callsOf(watched);
  return calls.flatMap(({ name, method, template, headers, names, takesFiles }) => {
    const path = `/api${filled(template)}`;
    if (method === "get")
      return queries.map(([kind, query]) => ({ name: `${name} ${kind}`, method, path: `${path}?${query}`, headers }));
    const files = takesFiles ? [...importInputs, ...formInputs] : [];
    return [...jsonInputs(names), ...files].map((input) => ({
      name: `${name} ${input.name}`,
      method,
      path,
      headers,
      input,
    }));
  });
}

/** Every call with a name that each object is born with, as every key, value and part of its path. */
export async function bornTries(watched: Watched, born: string): Promise<Try[]> {
  const calls = await callsOf(watched);
  return calls.map(({ name, method, template, headers, names }) => {
    const path = `/api${template.replace(/\{\w+\}/g, born)}`;
    const label = `${name} ${born}`;
    if (method === "get") return { name: label, method, path: `${path}?${bornQuery(born, names)}`, headers };
    return { name: label, method, path, headers, input: bornBody(born, names) };
  });
}

const ACTIONS = ["save", "columns", "inline", "view", "import", "bulk", "export", undefined];
/** Cookies that a page reads besides the session's. */
const COOKIES = ["columns", "density", "tabs", "last-username", "login-type", "desktop"];

/** The same of the console's addresses: query, form and cookies. */
export function bornPages({ url, cookie }: Watched, born: string): Try[] {
  const declared = screens.filter((s) => s.document).map((s) => s.path);
  const paths = [...BY_HAND, ...declared].map((p) => p.replace(/\{\w+\}/g, born));
  const odd = `${COOKIES.map((name) => `${name}=${born}~w100`).join("; ")}; ${born}=${born}`;
  const headers = { accept: "text/html", origin: url, cookie: `${cookie}; ${odd}` };
  const asked = bornQuery(born, ["keyword", "sort", "page", "view", "id"]);
  return [...new Set(paths)].flatMap((path, i) => {
    const action = ACTIONS[i % ACTIONS.length] ?? born;
    return [
      { name: `GET ${path} ${born}`, method: "get", headers, path: `${path}?${asked}` },
      { name: `POST ${path} ${born} ${action}`, method: "post", path, headers, input: bornForm(born, action) },
    ];
  });
}

/** Addresses of the console that take a form, and some of everybody's. */
const BY_HAND = [
  "/login",
  "/feishubind",
  "/session/sms",
  "/lock",
  "/upload",
  "/preferences",
  "/tabs",
  "/bell",
  "/info/index",
  "/errorlog/index",
  "/crud/index",
  "/admin/message-center",
  "/activiti/todo/index",
  `/activiti/detail/${NOBODY}`,
  "/activiti/model/x",
  "/nowhere",
  "/cockpit/tradeReport/index",
  "/advertisement/report/index",
];

/** Forms and addresses of the console, signed in and not. */
export function pageTries({ url, cookie }: Watched): Try[] {
  const declared = screens.filter((s) => s.document).map((s) => filled(s.path));
  const paths = [...new Set([...BY_HAND, ...declared])];
  const base = { accept: "text/html", origin: url };
  return [{ ...base, cookie }, base].flatMap((headers) => {
    const who = "cookie" in headers ? "" : "nobody ";
    // Who is not signed in gets to one of three places.
    const reached = who ? ["/login", "/feishubind", "/session/sms", "/", "/admin/user/index"] : paths;
    return reached.flatMap((path) => [
      ...formInputs.map((input) => ({
        name: `${who}POST ${path} ${input.name}`,
        method: "post",
        path,
        headers,
        input,
      })),
      ...queries.map(([kind, query]) => ({
        name: `${who}GET ${path} ${kind}`,
        method: "get",
        path: `${path}?${query}`,
        headers,
      })),
    ]);
  });
}
