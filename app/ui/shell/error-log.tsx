import { MESSAGES } from "~/text/messages";
import { Button } from "../button/button";
import { Card } from "../card/card";
import { MoreStyles } from "../more/more";

/** Errors of this browser. Script keeps them and fills the table; `done`: the server has taken them. */
export function ErrorLog({ done }: { done: boolean }) {
  return (
    <>
      <MoreStyles />
      <h1>错误日志</h1>
      <Card>
        <form method="post" action="/errorlog/index">
          <input type="hidden" name="entries" />
          <p className="hint">页面脚本出错时记录在本机，最多 50 条；上传后管理员可以在日志管理中查看。</p>
          <div className="btns js-only" data-empty="no" hidden>
            <Button name="intent" value="clear" confirm={MESSAGES.errorLogClearConfirm}>
              清空
            </Button>
            <Button tone="primary" name="intent" value="upload" confirm={MESSAGES.errorLogUploadConfirm}>
              上传服务器
            </Button>
          </div>
        </form>
        <noscript>
          <p>浏览器没有启用脚本，本机不会产生错误日志。</p>
        </noscript>
        <p className="empty js-only" data-empty="yes" hidden>
          本机没有错误日志
        </p>
        <div className="log" data-empty="no" hidden>
          <table>
            <thead>
              <tr>
                <th>时间</th>
                <th>类型</th>
                <th>内容</th>
                <th>页面</th>
                <th>堆栈</th>
              </tr>
            </thead>
            <tbody id="error-log" data-done={done || undefined} />
          </table>
        </div>
      </Card>
    </>
  );
}
