import { Refused } from "./words";

/** What an answer holds, given up when it is longer than this. */
export async function readBytes(response: Response, most: number): Promise<Buffer> {
  const reader = response.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Refused("对方的回答过大");
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

/** The text of an answer, given up when it is longer than this. */
export const readBody = async (response: Response, most: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, most));
