import { terminalJobs } from "#documents/wms/terminal/words";
import { page } from "./document.server";
import { Invented, Said } from "./parts";

/** What the terminal shows without network: the field, and nothing of anybody; script fills it. */
export const offlinePage = (request: Request, demo: boolean): Response =>
  page(request, {
    title: "仓库终端",
    demo,
    data: { offline: "", words: JSON.stringify(terminalJobs) },
    body: (
      <>
        <header>
          <a href="/terminal">‹ 返回</a>
          <b id="title">仓库终端</b>
          <a href="/terminal" id="place">
            离线
          </a>
          <Invented />
        </header>
        <main>
          <Said band={null} />
          <form method="post" id="scan" hidden>
            <input type="hidden" name="intent" value="scan" />
            <input type="hidden" name="place" />
            <label>
              <span id="asked">扫码</span>
              <input
                name="code"
                required
                maxLength={60}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="send"
              />
            </label>
            <fieldset className="pick">
              <label>
                <input type="radio" name="good" value="1" defaultChecked />
                <span id="word-good" />
              </label>
              <label>
                <input type="radio" name="good" value="0" />
                <span id="word-bad" />
              </label>
            </fieldset>
            <div className="two">
              <label>
                件数
                <input name="qty" inputMode="numeric" maxLength={5} defaultValue="1" />
              </label>
              <button type="submit" className="go">
                计入
              </button>
            </div>
          </form>
          <div id="waiting" hidden />
          <div id="state" />
        </main>
      </>
    ),
  });
