import { type UploadedFile, uploadProblem, uploadValue } from "./upload-data";

type Say = (text: string, tone?: "ok" | "bad") => void;

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

/** A kept file with its button in place of the box. */
function row(li: HTMLLIElement, say: Say): void {
  const box = li.querySelector<HTMLInputElement>("input[type=checkbox]");
  const label = box?.closest("label");
  if (!box || !label || box.disabled) return;
  label.hidden = true;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "link danger", textContent: "删除" });
  const name = JSON.parse(box.value).name as string;
  button.setAttribute("aria-label", `删除${name}`);
  button.onclick = () => {
    if (!confirm(`确定删除“${name}”吗？`)) return;
    li.remove();
    say("删除成功", "ok");
  };
  li.append(button);
}

function added(list: Element, name: string, file: UploadedFile, picture: boolean): HTMLLIElement {
  const li = list.appendChild(document.createElement("li"));
  const link = li.appendChild(document.createElement("a"));
  Object.assign(link, { href: file.url, target: "_blank", rel: "noopener" });
  if (picture) Object.assign(link.appendChild(new Image()), { src: file.url, alt: file.name });
  else link.textContent = file.name;
  const label = li.appendChild(document.createElement("label"));
  const box = label.appendChild(document.createElement("input"));
  Object.assign(box, { type: "checkbox", name, value: uploadValue(file), checked: true });
  return li;
}

/** Uploads at once with progress, checks the limits before anything is sent, asks before removing. */
export function wakeUpload(host: HTMLElement): void {
  const input = host.querySelector<HTMLInputElement>("input[type=file]");
  const list = host.querySelector("ul");
  const said = host.querySelector<HTMLElement>(".said");
  const action = host.dataset.upload;
  if (!input || !list || !said) return;
  const say: Say = (text, tone) => {
    said.className = `said ${tone ?? ""}`;
    said.textContent = text;
  };
  for (const li of list.children) row(li as HTMLLIElement, say);
  let bytes = 0;
  let running = 0;
  let waiting: HTMLElement | null | undefined;
  const { form } = input;
  // What is sent too soon would go without its files: it goes as soon as they are there.
  form?.addEventListener(
    "submit",
    (event) => {
      if (!running) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = event.submitter;
      say("文件正在上传，完成后自动提交");
    },
    true,
  );
  const sent = (well: boolean) => {
    running--;
    const by = waiting;
    if (running || by === undefined) return;
    waiting = undefined;
    if (well) form?.requestSubmit(by);
  };
  const begin = async () => {
    const files = [...(input.files ?? [])];
    const problem = uploadProblem(files, list.children.length, Number(host.dataset.limit), bytes);
    if (problem) {
      input.value = "";
      return say(problem, "bad");
    }
    if (!action) return;
    input.value = "";
    const field = input.name.replace(/Files$/, "");
    running++;
    for (const file of files)
      try {
        const kept = await send(action, file, (part) =>
          say(`正在上传 ${file.name} ${Math.round(part * 100)}%`),
        );
        bytes += file.size;
        row(added(list, field, kept, host.classList.contains("picture-img")), say);
        say("上传成功", "ok");
      } catch (error) {
        const why = (error as Error).message;
        say(why ? `上传失败：${why}` : "上传失败", "bad");
        return sent(false);
      }
    sent(true);
  };
  input.onchange = begin;
  // Chosen before this program was there.
  if (input.files?.length) void begin();
}
