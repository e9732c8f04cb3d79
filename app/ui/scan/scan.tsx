import { MoreStyles } from "../more/more";

/** Takes a number that is typed or comes from a scanner, and opens what it names. */
export const Scan = ({ action }: { action: string }) => (
  <form className="scan" action={action} data-scan="">
    <MoreStyles />
    <label htmlFor="scan">单号、条码或箱唛</label>
    <input
      className="input"
      id="scan"
      name="q"
      type="search"
      maxLength={50}
      required
      // biome-ignore lint/a11y/noAutofocus: a scanner types into what has the focus, and there is nothing else here
      autoFocus
      autoComplete="off"
      autoCapitalize="characters"
      enterKeyHint="go"
      placeholder="扫描或输入后按回车"
    />
    <video className="js-only" muted playsInline hidden aria-label="相机画面" />
    <p className="said" role="status" />
    <div className="btns">
      <button className="btn btn-primary" type="submit">
        打开
      </button>
      <button className="btn js-only" type="button" data-camera="" hidden>
        用相机扫码
      </button>
    </div>
  </form>
);
