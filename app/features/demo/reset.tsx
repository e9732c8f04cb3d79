import { Button, ErrorSummary, Field, Form, LinkButton, TextInput } from "~/ui";

/** Why a reset was refused, and what was typed. */
export interface ResetRefused {
  message: string;
  word: string;
}

/** Everything that was done in the demonstration goes: asked for by a word that is typed. */
export const Reset = ({ refused }: { refused?: ResetRefused }) => (
  <section className="card">
    <h1>恢复初始状态</h1>
    <p>演示公司回到第一次启动时的样子，大约需要十几秒。从那以后新建、修改和上传的一切都会消失，不能找回。</p>
    <p>所有人都会退出登录，正在填写的内容不会保留。</p>
    <Form
      action="/demo/reset"
      head={<ErrorSummary errors={null} message={refused?.message} />}
      footer={
        <>
          <LinkButton href="/demo/index">取消</LinkButton>
          <Button tone="danger">恢复初始状态</Button>
        </>
      }
    >
      <Field name="word" label="确认" required help="请输入“恢复”以确认">
        <TextInput value={refused?.word} maxLength={20} />
      </Field>
    </Form>
  </section>
);
