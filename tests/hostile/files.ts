import { keepLabel } from "#backend/domain/order/package/labels";
import { heavyPdf } from "#backend/domain/order/package/labels.testing";
import { sheet, xlsx } from "#backend/engine/imports/sheet.testing";
import { draft } from "#backend/engine/notices/notices.testing";
import { openDatabase } from "#backend/platform/db/sql";
import { readKeyRing, setKeys } from "#backend/platform/personal/ring";
import { TEST_KEYS } from "../../scripts/test-product.mjs";
import type { Try } from "./calls";
import type { Watched } from "./server";

const MB = 1024 * 1024;
const BOUNDARY = "b";
const multipart = `multipart/form-data; boundary=${BOUNDARY}`;

function upload(name: string, content: Buffer): Buffer {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]);
}

/** A picture of a few bytes that says it has 60,000 × 60,000 points. */
function hugePicture(): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  return Buffer.concat([head, size, Buffer.from("0806000000", "hex"), Buffer.alloc(1 * MB)]);
}

const strings = (count: number) => `<sst>${"<si><t>a</t></si>".repeat(count)}</sst>`;
const report = Buffer.from(`${"a,".repeat(199)}b\n`.repeat(12_000));

/** Two packages whose carrier sent labels that stand for very much work. @returns their ids */
async function heavyLabels(database: string): Promise<string[]> {
  setKeys(readKeyRing(TEST_KEYS));
  const db = openDatabase(database, 1);
  try {
    const found = await db.query<{ id: string }>(
      "update package_order set status = 'labelled' where id in (select min(id) from package_order union select max(id) from package_order) returning id",
    );
    for (const { id } of found) await keepLabel(db, "1", id, heavyPdf());
    return found.map(({ id }) => id);
  } finally {
    await db.close();
  }
}

/** One file, text or picture of each kind that a library takes apart, as bad as it gets. */
export async function fileTries({ token, database }: Watched): Promise<Try[]> {
  const headers = { authorization: `Bearer ${token}` };
  const labels = await heavyLabels(database);
  const post = (name: string, path: string, type: string, body: () => Buffer): Try => ({
    name,
    method: "post",
    path: `/api${path}`,
    headers,
    input: { name, type, body },
  });
  const notice = (content: string) => () => Buffer.from(JSON.stringify(draft({ content })));
  const save = "/admin/sysnotification/saveOrUpdateNotification";
  const table = "/supplier/supplier/import";
  return [
    { name: "label PDF", method: "get", path: `/api/packageorder/order/label?ids=${labels.join()}`, headers },
    post("rich text that nests", save, "application/json", notice("<b><i>".repeat(33_000))),
    post("rich text of signs", save, "application/json", notice("<".repeat(200_000))),
    post("picture", "/admin/file/upload", multipart, () => upload("a.png", hugePicture())),
    post("spreadsheet", table, multipart, () =>
      upload("a.xlsx", xlsx(sheet("<row><c><v>1</v></c></row>".repeat(1000)), strings(150_000))),
    ),
    post("report", table, multipart, () => upload("a.csv", report)),
  ];
}
