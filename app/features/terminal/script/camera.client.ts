import type { Detector } from "~/ui/scan/scan.client";

/** Milliseconds between two looks, and out of view until the same code counts again. */
const PAUSE = 150;
const AGAIN = 1500;

/** Offers the camera where the browser reads codes by itself. Each code is scanned as if it were typed. */
export function offerCamera(form: HTMLFormElement, input: HTMLInputElement): void {
  const Reader = window.BarcodeDetector;
  if (!Reader || !navigator.mediaDevices) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "用相机扫码";
  form.append(button);
  button.onclick = async () => {
    const video = document.createElement("video");
    video.muted = video.playsInline = true;
    video.ariaLabel = "相机画面";
    try {
      const camera = { video: { facingMode: "environment" } };
      video.srcObject = await navigator.mediaDevices.getUserMedia(camera);
      button.replaceWith(video);
      await video.play();
      await read(video, new Reader(), (code) => {
        input.value = code;
        form.requestSubmit();
      });
    } catch {
      button.textContent = "相机没有打开，请用扫码枪或输入";
    }
  };
}

async function read(video: HTMLVideoElement, reader: Detector, found: (code: string) => void) {
  let last = { code: "", at: 0 };
  while (video.isConnected) {
    const [code] = await reader.detect(video);
    const now = Date.now();
    if (code?.rawValue) {
      const held = code.rawValue === last.code && now - last.at < AGAIN;
      last = { code: code.rawValue, at: now };
      if (!held) found(code.rawValue);
    }
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}
