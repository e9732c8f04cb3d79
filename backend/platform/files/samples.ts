import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { missing } from "../http/refusal";
import type { BlobStore } from "./blob";
import { pictures } from "./pack";

const sample = (type: "png" | "pdf", base64: string) => {
  const content = Buffer.from(base64, "base64");
  return { type, content, hash: createHash("sha256").update(content).digest("hex") };
};

/** Small real files for demonstration data: the program brings them along. */
export const SAMPLES = {
  /** A carton with a mark. */
  picture: sample(
    "png",
    "iVBORw0KGgoAAAANSUhEUgAAAHgAAABaCAMAAABE3mLdAAAAD1BMVEXu8PLJoG6Wbkb6+vW+KB561otuAAAAbElEQV" +
      "R42u3VywqAIBRF0R7n/785qGEIEpWWa4/FNdF7p0mSJElNWm4O3B88V7XfWXUS/CM4SQs4R6/DSUl+Fk6K8j/hpCyD" +
      "Pa6P/uN2k6vdrLaPwWDwFXg9BQaDweDeYGsRDAaDh4ElSRqzDdz9FosXoMdaAAAAAElFTkSuQmCC",
  ),
  /** A page with one line. */
  document: sample(
    "pdf",
    "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+IGVuZG9iagoyIDAgb2JqPDwvVHlwZS" +
      "9QYWdlcy9LaWRzWzMgMCBSXS9Db3VudCAxPj4gZW5kb2JqCjMgMCBvYmo8PC9UeXBlL1BhZ2UvUGFyZW50IDIgMCBS" +
      "L01lZGlhQm94WzAgMCAzMDAgMjAwXS9Db250ZW50cyA0IDAgUi9SZXNvdXJjZXM8PC9Gb250PDwvRiA1IDAgUj4+Pj" +
      "4+PiBlbmRvYmoKNCAwIG9iajw8L0xlbmd0aCA1Mj4+c3RyZWFtCkJUIC9GIDE4IFRmIDQwIDExMCBUZCAoRGVtb25z" +
      "dHJhdGlvbiBkb2N1bWVudCkgVGogRVQKZW5kc3RyZWFtIGVuZG9iago1IDAgb2JqPDwvVHlwZS9Gb250L1N1YnR5cG" +
      "UvVHlwZTEvQmFzZUZvbnQvSGVsdmV0aWNhPj4gZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAw" +
      "MDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDUzIDAwMDAwIG4gCjAwMDAwMDAxMDMgMDAwMDAgbiAKMDAwMDAwMDIxMy" +
      "AwMDAwMCBuIAowMDAwMDAwMzExIDAwMDAwIG4gCnRyYWlsZXI8PC9TaXplIDYvUm9vdCAxIDAgUj4+CnN0YXJ0eHJl" +
      "ZgozNzMKJSVFT0YK",
  ),
};

const found = (hash: string) => Object.values(SAMPLES).find((one) => one.hash === hash) ?? pictures().byHash.get(hash);

/** Where they lie: in the program, whatever the data directory. Nothing is ever written there. */
export const sampleStore: BlobStore = {
  storage: "sample",
  bucketName: "sample",
  has: async (hash) => !!found(hash),
  put: () => Promise.reject(new Error("samples are part of the program")),
  async open(hash) {
    const one = found(hash);
    if (!one) throw missing("文件不存在");
    return Readable.from([one.content]);
  },
  remove: async () => {},
};
