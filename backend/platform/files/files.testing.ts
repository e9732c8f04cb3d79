import type { TestBackend } from "../../../tests/harness";
import type { Answer } from "../auth/auth.testing";

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A picture whose content is its own. */
export const pngOf = (mark: string) => Buffer.concat([PNG, Buffer.from(mark)]);

export interface Part {
  name: string;
  content: Buffer | string;
  type?: string;
}

/** Uploads as a browser form does. */
export async function upload(
  { url }: Pick<TestBackend, "url">,
  token: string,
  parts: Part[],
  options: { query?: Record<string, string>; fields?: Record<string, string>; path?: string } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  for (const { name, content, type } of parts)
    form.append("file", new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  const answer = await fetch(
    `${url}${options.path ?? "/admin/file/uploadFile"}?${new URLSearchParams(options.query)}`,
    { method: "POST", body: form, headers: { authorization: `Bearer ${token}` } },
  );
  return { status: answer.status, body: await answer.json() };
}

/** Fetches a file by the url that an upload answered. */
export const download = (
  { url }: Pick<TestBackend, "url">,
  token: string,
  fileUrl: string,
  headers: Record<string, string> = {},
) =>
  fetch(url.replace(/\/api$/, "") + fileUrl, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
