import { terminalJobs, terminalKinds } from "#documents/wms/terminal/words";
import { type Page, page } from "./page";

/** What opens the terminal: each of its jobs. */
const needs = terminalKinds.map((kind) => terminalJobs[kind].permission);

export const warehouse: Page[] = [page("/terminal", "仓库终端", "barcode", 5, [], { needs })];
