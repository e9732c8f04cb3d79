import { Button } from "../button/button";
import { ErrorSummary } from "../error-summary/error-summary";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { PhoneInput, TextInput } from "../input/text-input";
import { Banner } from "./blank-page";

export interface MobileFormProps {
  action: string;
  mobile: string;
  tenant: string;
  /** What became of the request for a code; null when none was made. */
  sent: string | null;
  errors?: Record<string, string>;
  message?: string | null;
  kept?: string | null;
}

/** Log-in with a mobile number and the code sent to it. */
export function MobileForm(props: MobileFormProps) {
  const { action, mobile, tenant, sent, errors = {}, message, kept } = props;
  const head = (
    <>
      <ErrorSummary errors={null} message={message} />
      {/* Script puts its own answer here when it asks for a code without leaving the page. */}
      <div data-sms-answer="">{sent && <Banner tone="success">{sent}</Banner>}</div>
    </>
  );
  return (
    <Form action={action} head={head} className="login-form" data-script="">
      {/* The first button is what Enter presses: not the one that sends a message. */}
      <button type="submit" name="intent" value="sign-in" className="sr" tabIndex={-1}>
        登录
      </button>
      {kept && <input type="hidden" name="kept" value={kept} />}
      <Field name="mobile" label="手机号码" required error={errors.mobile}>
        <PhoneInput value={mobile} />
      </Field>
      <Field name="tenant" label="租户代码" help="首个租户的人员不填" error={errors.tenant}>
        <TextInput value={tenant} maxLength={32} autoComplete="organization" />
      </Field>
      <Field name="code" label="短信验证码" required error={errors.code}>
        <span className="captcha">
          <TextInput maxLength={8} inputMode="numeric" autoComplete="one-time-code" filter="none" />
          <Button name="intent" value="sms" formNoValidate data-sms="">
            获取验证码
          </Button>
        </span>
      </Field>
      <Button tone="primary" className="blank-wide" name="intent" value="sign-in">
        登录
      </Button>
    </Form>
  );
}
