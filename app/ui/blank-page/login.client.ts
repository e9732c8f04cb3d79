import { closestOf } from "../dom.client";

/** Log-in page: another captcha, SMS code with countdown, visible password, demo choice in place. */
export function enhanceLogin(doc: Document): void {
  // After logging out nothing that was typed or looked at stays in this tab.
  if (/[?&]reason=out\b/.test(location.search)) sessionStorage.clear();
  const form = doc.querySelector<HTMLFormElement>(".login-form");
  if (!form) return;
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);

  doc.addEventListener("click", (event) => {
    const button = closestOf<HTMLButtonElement>(event, "button");
    const demo = closestOf(event, "[data-demo]");
    if (button?.dataset.reveal !== undefined) reveal(button, field("password"));
    else if (button?.value === "captcha") {
      event.preventDefault();
      renewCaptcha(form);
      field("code")?.focus();
    } else if (button?.dataset.sms !== undefined) {
      event.preventDefault();
      void requestCode(button, form, { mobile: field("mobile")?.value ?? "", tenant: field("tenant")?.value ?? "" });
    } else if (demo && field("password")) {
      event.preventDefault();
      const [username = "", password = ""] = (demo.dataset.demo ?? "").split(" ");
      for (const [name, value] of [
        ["username", username],
        ["password", password],
      ] as const) {
        const input = field(name);
        if (input) input.value = value;
      }
      (field("code") ?? field("password"))?.focus();
    }
  });
}

function reveal(button: HTMLButtonElement, input: HTMLInputElement | null): void {
  if (!input) return;
  const hidden = input.type === "password";
  input.type = hidden ? "text" : "password";
  button.textContent = hidden ? "隐藏" : "显示";
  button.setAttribute("aria-pressed", String(hidden));
}

function renewCaptcha(form: HTMLFormElement): void {
  const image = form.querySelector<HTMLImageElement>("[data-captcha]");
  if (image) image.src = `${image.src.replace(/&t=\d+$/, "")}&t=${Date.now()}`;
}

interface SmsAnswer {
  ok: boolean;
  message: string;
  /** Seconds until another one may be asked for. */
  wait: number;
}

async function requestCode(button: HTMLButtonElement, form: HTMLFormElement, fields: Record<string, string>) {
  button.disabled = true;
  const body = new URLSearchParams(fields);
  const answer = await fetch("/session/sms", { method: "POST", body, headers: { Accept: "*/*" } })
    .then((response): Promise<SmsAnswer> => response.json())
    .catch(() => ({ ok: false, message: "无法连接到服务器，请检查网络或稍后重试", wait: 0 }));
  const line = Object.assign(form.ownerDocument.createElement("p"), {
    className: `blank-banner ${answer.ok ? "success" : "danger"}`,
    role: answer.ok ? "status" : "alert",
    textContent: answer.message,
  });
  form.querySelector("[data-sms-answer]")?.replaceChildren(line);
  countDown(button, answer.wait);
}

function countDown(button: HTMLButtonElement, seconds: number): void {
  button.disabled = seconds > 0;
  button.textContent = seconds > 0 ? `${seconds} 秒后可重发` : "获取验证码";
  if (seconds > 0) setTimeout(() => countDown(button, seconds - 1), 1000);
}
