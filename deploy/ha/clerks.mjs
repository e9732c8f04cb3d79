// Somebody whose files are worked through by a job, and what must be true of them whichever copy of the program ran it.
import { setTimeout as sleep } from "node:timers/promises";
import { writeXlsx } from "hucre/xlsx";
import pg from "pg";

const ROWS = 100;
const RUNNING = ["checking", "committing"];
/** A job that nobody goes on with is a failure. */
const PATIENCE_MS = 300_000;

const book = (file) =>
  writeXlsx({
    sheets: [
      {
        name: "03部门",
        rows: [
          ["部门编码", "部门名称"],
          ...Array.from({ length: ROWS }, (_, i) => [`${file}-${i}`, `部门${file}-${i}`]),
        ],
      },
    ],
  });

/**
 * A person who brings one file of departments after the other (建账导入): two turns of a job each, to check and to
 * write it. What is cut off is asked for again, as the page says.
 */
export class Clerk {
  brought = [];
  cutOff = 0;
  over = false;
  fault;

  /** @param name what the departments' codes begin with */
  constructor(url, headers, name) {
    Object.assign(this, { url, name, headers: { authorization: headers.authorization } });
    this.all = this.#work().catch((error) => {
      this.fault = error.message;
    });
  }

  async #work() {
    for (let n = 0; !this.over; n++) {
      await this.#bring(`${this.name}-${n}`);
      this.brought.push(`${this.name}-${n}`);
    }
  }

  async #bring(file) {
    const content = new Blob([await book(file)]);
    const { id } = await this.#call("/import", () => {
      const body = new FormData();
      body.append("file", content, `${file}.xlsx`);
      return { method: "POST", body };
    });
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
      const { status, message } = await this.#call(`/${id}`);
      if (status === "done") return;
      if (RUNNING.includes(status)) continue;
      if (status !== "checked") throw new Error(`${file}: ${status} ${message}`);
      if (message) this.cutOff += 1;
      const { msg } = await this.#call(`/${id}/commit`, () => ({ method: "POST" }));
      // A copy that died behind its answer had taken the file in, or the first of two was.
      if (msg === "该文件已导入") return;
    }
    throw new Error(`${file} was never done`);
  }

  /** Once more where nobody answered; a refusal comes back with its sentence. */
  async #call(way, asked = () => ({})) {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
      const given = { headers: this.headers, signal: AbortSignal.timeout(30_000), ...asked() };
      const answer = await fetch(`${this.url}/api/setup/workbook${way}`, given).catch(() => undefined);
      const said = await answer?.json().catch(() => undefined);
      if (answer?.status === 200 && said) return said.data;
      if (answer?.status === 409 && said) return said;
    }
    throw new Error(`${way} was never answered`);
  }

  async stop() {
    this.over = true;
    await this.all;
  }

  /** Files that are not there whole, departments that are there more than once, files that were taken in twice. */
  async compare(address) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const codes = await client.query("select code from sys_dept where del_flag = 0 and starts_with(code, $1)", [
      `${this.name}-`,
    ]);
    const taken = await client.query(
      "select file_hash from workbook_import where state = 'done' group by 1 having count(*) > 1",
    );
    await client.end();
    const there = new Set(codes.rows.map(({ code }) => code));
    const whole = (file) => Array.from({ length: ROWS }, (_, i) => there.has(`${file}-${i}`)).every(Boolean);
    return {
      lost: this.brought.filter((file) => !whole(file)).length,
      doubled: codes.rows.length - there.size + taken.rows.length,
    };
  }
}
