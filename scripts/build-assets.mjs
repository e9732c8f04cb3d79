import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
const compressible = /\.(js|css|svg|json|html|txt)$/;
const mapComment = /\n?(\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+ \*\/)\s*$/;

/**
 * Makes the browser's files ready to be served: source maps stay with the server (they would give
 * the source away), and each text gets its `.br` and `.gz` beside it.
 */
export async function finishAssets(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((e) => e.isFile())
    .map((e) => path.join(e.parentPath ?? e.path, e.name));
  await Promise.all(files.filter((file) => file.endsWith(".map")).map((file) => rm(file)));
  await Promise.all(files.filter((file) => compressible.test(file)).map(compress));
}

async function compress(file) {
  const text = await readFile(file, "utf8");
  const bare = text.replace(mapComment, "\n");
  if (bare !== text) await writeFile(file, bare);
  const body = Buffer.from(bare);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  await Promise.all([
    asBrotli(body, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    asGzip(body, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
