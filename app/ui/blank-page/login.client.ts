/** Log-in page: another captcha, SMS code with countdown, visible password, demo choice in place. */
export function enhanceLogin(doc: Document): void {
  // After logging out nothing that was typed or looked at stays in this tab.
  if (/[?&]reason=out\b/.test(location.search)) sessionStorage.clear();
  const form = doc.querySelector<HTMLFormElement>(".login-form");
  if (!form) return;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;

  doc.addEventListener("click", (event) => {
    const target = event.target as Element;
    const button = target.closest<HTMLButtonElement>("button");
    const demo = target.closest<HTMLElement>("[data-demo]");
    if (button?.dataset.reveal !== undefined) reveal(button, field("password"));
    else if (button?.value === "captcha") {
      event.preventDefault();
      renewCaptcha(form);
      field("code")?.focus();
    } else if (button?.dataset.sms !== undefined) {
      event.preventDefault();
      void requestCode(button, form, {
        mobile: field("mobile")?.value ?? "",
        tenant: field("tenant")?.value ?? "",
      });
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

async function requestCode(
  button: HTMLButtonElement,
  form: HTMLFormElement,
  fields: Record<string, string>,
) {
  button.disabled = true;
  const body = new URLSearchParams(fields);
  const answer = await fetch("/session/sms", { method: "POST", body, headers: { Accept: "*/*" } })
    .then((response) => response.json() as Promise<{ ok: boolean; message: string; wait: number }>)
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
