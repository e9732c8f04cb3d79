import type { ReactNode } from "react";
import { Button } from "../button/button";
import { Checkbox } from "../choice/groups";
import { ErrorSummary } from "../error-summary/error-summary";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { TextInput } from "../input/text-input";

export interface PasswordFormProps {
  action: string;
  username: string;
  password?: string;
  remember: boolean;
  /** Key of the captcha picture; null: no captcha is asked. */
  randomStr: string | null;
  errors?: Record<string, string>;
  /** A refusal that belongs to no single field. */
  message?: string | null;
  /** Sealed form that goes on after signing in. */
  kept?: string | null;
  submit?: string;
  children?: ReactNode;
}

/** Log-in with user name, password and captcha. */
export function PasswordForm(props: PasswordFormProps) {
  const { action, username, password, remember, randomStr, errors = {}, message, kept, children } = props;
  const head = <ErrorSummary errors={null} message={message} />;
  return (
    <Form action={action} head={head} className="login-form" data-script="">
      {kept && <input type="hidden" name="kept" value={kept} />}
      <Field name="username" label="用户名" required error={errors.username}>
        <TextInput value={username} maxLength={65} autoComplete="username" filter="none" />
      </Field>
      <Field name="password" label="密码" required error={errors.password}>
        <span className="reveal">
          <TextInput type="password" value={password} maxLength={128} autoComplete="current-password" />
          <button type="button" className="btn btn-text js-only" data-reveal="">
            显示
          </button>
        </span>
      </Field>
      {randomStr && <Captcha randomStr={randomStr} error={errors.code} />}
      <Checkbox name="remember" value="1" checked={remember} text="记住用户名" />
      {children}
      <Button tone="primary" className="blank-wide" name="intent" value="sign-in">
        {props.submit ?? "登录"}
      </Button>
    </Form>
  );
}

function Captcha({ randomStr, error }: { randomStr: string; error?: string }) {
  return (
    <Field name="code" label="验证码" required error={error}>
      <span className="captcha">
        <TextInput maxLength={8} autoComplete="off" filter="none" />
        <img
          src={`/session/captcha?randomStr=${encodeURIComponent(randomStr)}`}
          alt="图形验证码，看不清时请点“换一张”"
          width="112"
          height="40"
          data-captcha=""
        />
        <Button tone="text" name="intent" value="captcha" formNoValidate>
          换一张
        </Button>
      </span>
      <input type="hidden" name="randomStr" value={randomStr} />
    </Field>
  );
}
