import type { MetaFunction } from "@remix-run/node";
import { MESSAGES } from "~/text/messages";
import { PRODUCT_NAME, pageTitle } from "~/text/title";
import { Icon } from "~/ui/icon/icon";
import { MoreStyles } from "~/ui/more/more";

export const meta: MetaFunction = () => [{ title: pageTitle("移动端") }];

/** The mobile entry and every page below it, until it is built. */
export default function Mobile() {
  return (
    <main className="alone">
      <section className="oops">
        <MoreStyles />
        <Icon name="clock" />
        <h1>{PRODUCT_NAME} 移动端</h1>
        <p>{MESSAGES.unfinished}</p>
        <p className="hint">桌面版页面在手机上也可以使用。</p>
        <p className="btns">
          <a className="btn btn-primary" href="/wel/index">
            返回首页
          </a>
        </p>
      </section>
    </main>
  );
}
