interface Told {
  running: boolean;
  done: number;
  text: string;
  href: string | null;
}

const EVERY_MS = 1000;

/** Asks how far a job is (`data-job`: where) until it has ended, and then offers its file. */
export function followJob(job: HTMLElement): void {
  const ask = async () => {
    const answer = await fetch(job.dataset.job ?? "").catch(() => null);
    // Gone for good, or only out of reach for a while.
    if (answer && !answer.ok && answer.status < 500) return;
    const told: Told | null = (answer?.ok && (await answer.json().catch(() => null))) || null;
    if (!job.isConnected) return;
    if (told) show(job, told);
    if (told?.running ?? true) setTimeout(ask, EVERY_MS);
  };
  setTimeout(ask, EVERY_MS);
}

function show(job: HTMLElement, { running, done, text, href }: Told) {
  const bar = job.querySelector("progress");
  const [percent] = job.querySelectorAll<HTMLElement>(".progress span");
  if (bar) bar.value = done;
  if (bar && percent) percent.textContent = `${Math.round((done / bar.max) * 100)}%`;
  const words = job.querySelector(":scope > span");
  if (words) words.textContent = text;
  if (running) return;
  delete job.dataset.job;
  job.querySelector(".progress")?.remove();
  if (!href) return;
  const link = document.createElement("a");
  link.href = href;
  link.textContent = "下载";
  job.append(link);
}
