import { textOrDash } from "~/text";
import { Button, Card, ErrorSummary, Field, Form, MoreStyles, PhoneInput, TextInput } from "~/ui";
import { PickFile } from "~/ui/input/pick-file";
import { Avatar } from "~/ui/topbar/user-menu";
import type { ProfileRefused } from "./profile.server";

export interface ProfileProps {
  user: {
    username: string;
    displayname: string;
    avatar: string;
    deptName: string;
    mobile: string;
    email: string;
    lastLoginTime: string;
    passwordModifyTime: string;
  };
  refused?: ProfileRefused;
}

/** Own data: three forms, each saved by itself. */
export function ProfileView({ user, refused }: ProfileProps) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined);
  return (
    <>
      <MoreStyles />
      <h1>个人信息</h1>
      <div className="home">
        <ProfileForm user={user} refused={of("profile")} />
        <div>
          <AvatarForm user={user} refused={of("avatar")} />
          <PasswordForm changed={user.passwordModifyTime} refused={of("password")} />
        </div>
      </div>
    </>
  );
}

function ProfileForm({ user, refused }: ProfileProps) {
  const value = (name: "displayname" | "mobile" | "email") => refused?.values[name] ?? user[name];
  const { errors = {}, message } = refused ?? {};
  return (
    <Card title="基本资料">
      <Form
        head={<ErrorSummary errors={errors} message={message} />}
        footer={
          <Button tone="primary" name="intent" value="profile">
            保存资料
          </Button>
        }
      >
        <Field name="username" label="用户名" help="登录用，不能修改">
          <TextInput value={user.username} disabled />
        </Field>
        <Field name="displayname" label="姓名" required error={errors.displayname}>
          <TextInput value={value("displayname")} maxLength={32} autoComplete="name" />
        </Field>
        <Field name="mobile" label="手机" error={errors.mobile} help="不修改时保持原样即可">
          <PhoneOrMasked value={value("mobile")} />
        </Field>
        <Field name="email" label="邮箱" error={errors.email}>
          <TextInput value={value("email")} type="email" maxLength={100} autoComplete="email" />
        </Field>
        <Field name="dept" label="部门" help="由管理员维护">
          <TextInput value={user.deptName} disabled />
        </Field>
        <Field name="lastLogin" label="上次登录">
          <TextInput value={textOrDash(user.lastLoginTime)} disabled />
        </Field>
      </Form>
    </Card>
  );
}

// The grouping of a phone input would take the asterisks of a masked number away.
const PhoneOrMasked = ({ value }: { value: string }) =>
  value.includes("*") ? (
    <TextInput value={value} type="tel" maxLength={13} filter="none" />
  ) : (
    <PhoneInput value={value} />
  );

function AvatarForm({ user, refused }: ProfileProps) {
  const { errors = {}, message } = refused ?? {};
  return (
    <Card title="头像">
      <Form encType="multipart/form-data" prefix="a-" head={<ErrorSummary errors={errors} message={message} />}>
        <div className="portrait">
          <Avatar name={user.displayname} src={user.avatar} />
          <div>
            <PickFile
              id="a-avatar"
              name="avatarFiles"
              accept="image/png,image/jpeg,image/gif,image/webp"
              aria-label="选择头像图片"
            />
            <p className="help">PNG、JPG、GIF 或 WebP，不超过 20 MB</p>
          </div>
          <Button name="intent" value="avatar">
            上传头像
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function PasswordForm({ changed, refused }: { changed: string; refused?: ProfileRefused }) {
  const { errors = {}, message } = refused ?? {};
  return (
    <Card title="修改密码" extra={changed && <span className="hint">上次修改：{changed}</span>}>
      <Form
        prefix="p-"
        head={<ErrorSummary errors={errors} message={message} />}
        footer={
          <Button tone="primary" name="intent" value="password">
            修改密码
          </Button>
        }
      >
        <Field name="oldPassword" label="原密码" required error={errors.oldPassword}>
          <TextInput type="password" maxLength={128} autoComplete="current-password" />
        </Field>
        <Field
          name="newPassword"
          label="新密码"
          required
          error={errors.newPassword}
          help="至少 8 位，含大写字母、小写字母、数字、特殊字符中的三类"
        >
          <TextInput type="password" maxLength={128} autoComplete="new-password" />
        </Field>
        <Field name="again" label="确认新密码" required error={errors.again}>
          <TextInput type="password" maxLength={128} autoComplete="new-password" />
        </Field>
      </Form>
    </Card>
  );
}
