import { closestOf } from "../dom.client";
import { isPicture, type UploadedFile, uploadProblem, uploadValue } from "./upload-data";

/** What is under way of one form. */
interface Sending {
  running: number;
  failed: boolean;
  /** It was sent too soon, by this button. */
  waiting?: { by: HTMLElement | null };
}
const sending = new WeakMap<HTMLFormElement, Sending>();
/** Bytes that were sent from each upload. */
const sent = new WeakMap<Element, number>();

const hostOf = (el: Element) => el.closest<HTMLElement>(".upload");

function say(host: Element, text: string, tone = ""): void {
  const said = host.querySelector<HTMLElement>(".said");
  if (!said) return;
  said.className = `said ${tone}`;
  said.textContent = text;
}

/** Sends one file as multipart `file`; XMLHttpRequest because fetch tells no upload progress. */
function send(url: string, file: File, progress: (part: number) => void): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.set("file", file);
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = (e) => e.lengthComputable && progress(e.loaded / e.total);
    request.onerror = () => reject(new Error());
    request.onload = () => {
      try {
        const { code = 0, msg, data } = JSON.parse(request.responseText);
        if (request.status >= 300 || code !== 0 || !data?.url) reject(new Error(msg ?? ""));
        else resolve({ id: data.id, name: data.name ?? data.fileName ?? file.name, url: data.url });
      } catch {
        reject(new Error());
      }
    };
    request.send(body);
  });
}

/** A file that was sent, as the server shows one. */
function add(host: HTMLElement, name: string, file: UploadedFile): void {
  const li = document.createElement("li");
  const link = li.appendChild(document.createElement("a"));
  Object.assign(link, { href: file.url, target: "_blank", rel: "noopener" });
  const only = host.classList.contains("picture-img");
  if (only || isPicture(file.name))
    Object.assign(link.appendChild(new Image()), { src: file.url, alt: only ? file.name : "" });
  if (!only) link.append(file.name);
  const box = li.appendChild(document.createElement("input"));
  Object.assign(box, { type: "hidden", name, value: uploadValue(file) });
  const button = li.appendChild(document.createElement("button"));
  Object.assign(button, { type: "button", className: "link danger", textContent: "删除" });
  button.ariaLabel = `删除${file.name}`;
  button.dataset.drop = file.name;
  host.querySelector("ul")?.append(li);
}

function drop(button: HTMLElement): void {
  const host = hostOf(button);
  if (!host || !confirm(`确定删除“${button.dataset.drop}”吗？`)) return;
  button.closest("li")?.remove();
  say(host, "删除成功", "ok");
}

function settle(form: HTMLFormElement | null, well: boolean): void {
  const state = form && sending.get(form);
  if (!state) return;
  state.running--;
  state.failed ||= !well;
  if (state.running) return;
  sending.delete(form);
  if (state.waiting && !state.failed) form.requestSubmit(state.waiting.by);
}

/** Sends at once what was chosen, with progress; limits are checked before anything is sent. */
async function begin(input: HTMLInputElement): Promise<void> {
  const host = hostOf(input);
  const { form } = input;
  const action = host?.dataset.upload;
  if (!host) return;
  const files = [...(input.files ?? [])];
  const bytes = sent.get(host) ?? 0;
  const present = host.querySelectorAll("li").length;
  const problem = uploadProblem(files, present, Number(host.dataset.limit), bytes);
  if (problem) {
    input.value = "";
    return say(host, problem, "bad");
  }
  if (!action) return;
  input.value = "";
  const state = (form && sending.get(form)) ?? { running: 0, failed: false };
  state.running++;
  if (form) sending.set(form, state);
  try {
    for (const file of files) {
      const progress = (part: number) => say(host, `正在上传 ${file.name} ${Math.round(part * 100)}%`);
      const kept = await send(action, file, progress);
      sent.set(host, (sent.get(host) ?? 0) + file.size);
      add(host, input.name.replace(/Files$/, ""), kept);
      say(host, "上传成功", "ok");
    }
    settle(form, true);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    say(host, why ? `上传失败：${why}` : "上传失败", "bad");
    settle(form, false);
  }
}

/**
 * Listeners on the document, for every upload that there is or will be.
 * @param first what was done before this was there
 */
export function enhanceUploads(doc: Document, first: Pick<Event, "target" | "type">): void {
  const changed = (event: Event) => {
    const input = closestOf<HTMLInputElement>(event, "input");
    if (input?.type === "file" && hostOf(input)) void begin(input);
  };
  const clicked = (event: Pick<Event, "target">) => {
    const button = closestOf(event, ".upload [data-drop]");
    if (button) drop(button);
  };
  // What is sent too soon would go without its files: it goes as soon as they are there.
  const submitted = (event: SubmitEvent) => {
    const form = event.target;
    const state = sending.get(form);
    if (!state) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    state.waiting = { by: event.submitter };
    for (const host of form.querySelectorAll(".upload"))
      if (host.querySelector(".said")?.textContent?.startsWith("正在上传")) say(host, "文件正在上传，完成后自动提交");
  };
  /** Files that were dropped on a form or pasted into it, as if they were chosen. */
  const given = (event: Event, data: DataTransfer | null) => {
    const form = closestOf(event, ".upload, form");
    const input = form?.querySelector<HTMLInputElement>(".upload input[type=file]:enabled");
    const into = input ?? form?.querySelector<HTMLInputElement>("input[type=file]:enabled");
    if (!into || !hostOf(into)?.dataset.upload || !data?.files.length) return;
    event.preventDefault();
    into.files = data.files;
    void begin(into);
  };
  doc.addEventListener("paste", (event) => given(event, event.clipboardData));
  doc.addEventListener("drop", (event) => given(event, event.dataTransfer));
  // Elsewhere the browser would open the file in place of the page.
  doc.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  doc.addEventListener("change", changed);
  doc.addEventListener("click", clicked);
  doc.addEventListener("submit", submitted, true);
  if (first.type === "click") clicked(first);
  for (const input of doc.querySelectorAll<HTMLInputElement>(".upload input[type=file]"))
    if (input.files?.length) void begin(input);
}
