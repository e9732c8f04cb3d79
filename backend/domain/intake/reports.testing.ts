import { engine } from "#backend/domain";
import { login, type TestBackend } from "../../../tests/harness";
import { takeReports } from "./take";

/** What a person does with reports in a company. */
export async function reportsBy(backend: TestBackend) {
  const token = await login(backend.url);

  async function send(method: string, path: string, body?: FormData | object, who = token) {
    const form = body instanceof FormData;
    const answer = await fetch(backend.url + path, {
      method,
      headers: { authorization: `Bearer ${who}`, ...(body && !form && { "content-type": "application/json" }) },
      body: form ? body : body && JSON.stringify(body),
    });
    return answer.json();
  }

  /** Uploads a report as a person does, lets the job read it, and answers what became of it. */
  async function upload(storeId: string, content: string | Uint8Array, more: object = {}, name = "report.txt") {
    const form = new FormData();
    form.append("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
    const file = (await send("POST", "/admin/file/upload", form)).data;
    const made = await send("POST", "/base/reportfile", { storeId, files: [file.id], ...more });
    await takeReports(backend.db, engine, backend.config);
    return (await send("GET", `/base/reportfile/${made.data.id}`)).data;
  }

  return { token, send, upload };
}
