/** The browser's own reader of codes; TypeScript does not know it yet. */
export interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

/** Milliseconds between two looks at the picture. */
const PAUSE = 200;

/** Counts beside rows; else offers the camera where the browser reads codes by itself; what it reads is sent like a typed number. */
export function wakeScan(form: HTMLElement): void {
  if (form.dataset.tally) {
    void import("./tally.client").then((m) => m.wakeTally(form));
    return;
  }
  const button = form.querySelector<HTMLButtonElement>("[data-camera]");
  const video = form.querySelector("video");
  const input = form.querySelector("input");
  const said = form.querySelector(".said");
  input?.focus();
  const Reader = window.BarcodeDetector;
  if (!button || !video || !input || !said) return;
  if (!Reader || !navigator.mediaDevices) {
    said.textContent = "此浏览器不能用相机扫码，请输入号码或使用扫码枪";
    return;
  }
  button.hidden = false;
  button.onclick = async () => {
    button.hidden = true;
    try {
      const camera = { video: { facingMode: "environment" } };
      const stream = await navigator.mediaDevices.getUserMedia(camera);
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      document.addEventListener("leave", stop, { once: true });
      video.hidden = false;
      video.srcObject = stream;
      await video.play();
      input.value = await read(video, new Reader());
      stop();
      if (input.value) input.form?.requestSubmit();
    } catch (error) {
      const none = error instanceof Error && error.name === "NotFoundError";
      button.hidden = none;
      video.hidden = true;
      said.textContent = none ? "没有找到相机，请输入号码或使用扫码枪" : "相机没有打开，请允许使用相机，或输入号码";
    }
  };
}

/** The first code that is seen; empty when the picture has left the page. */
async function read(video: HTMLVideoElement, reader: Detector): Promise<string> {
  while (video.isConnected) {
    const [code] = await reader.detect(video);
    if (code?.rawValue) return code.rawValue;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  return "";
}
