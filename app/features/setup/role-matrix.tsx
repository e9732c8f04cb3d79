import { role } from "#documents/admin/role";
import type { MatrixUser, RoleMatrix } from "#documents/admin/role-matrix";
import { Alert, Button, defineTable, Form, LinkButton, Table, Tag, Toolbar } from "~/ui";
import { SETUP } from "./dialogs";

export const ROLE_MATRIX = "/admin/role/matrix";

const scopes: Readonly<Record<string, { label: string }>> = role.fields.dsType.options;

/** How far a role of somebody reaches, with the departments, group or warehouses that it means. */
function reach({ dsType, depts }: MatrixUser["roles"][number], { dept, groups, warehouses }: MatrixUser): string {
  const of: Readonly<Record<string, string | null>> = {
    "1": depts,
    "2": dept,
    "3": dept,
    "5": groups,
    "6": warehouses,
  };
  const word = scopes[dsType]?.label ?? dsType;
  return dsType in of ? `${word}（${of[dsType] ?? "无"}）` : word;
}

const table = defineTable<MatrixUser>([
  {
    key: "user",
    label: "用户",
    kind: "custom",
    width: 170,
    phone: "title",
    cell: ({ displayname, username }) => (
      <>
        <strong>{displayname}</strong>
        <div className="hint">{username}</div>
      </>
    ),
  },
  { key: "dept", label: "部门", width: 140, phone: "fact", value: ({ dept }) => dept ?? "—" },
  {
    key: "roles",
    label: "角色",
    kind: "custom",
    width: 170,
    phone: "fact",
    cell: ({ roles }) => (roles.length ? roles.map(({ name }) => <div key={name}>{name}</div>) : "没有角色，不能登录"),
  },
  {
    key: "reach",
    label: "数据范围",
    kind: "custom",
    minWidth: 240,
    overHidden: false,
    phone: "fact",
    cell: (user) => (user.roles.length ? user.roles.map((r) => <div key={r.name}>{reach(r, user)}</div>) : "—"),
  },
  {
    key: "locked",
    label: "状态",
    kind: "custom",
    width: 80,
    phone: "fact",
    cell: ({ locked }) => <Tag tone={locked ? "grey" : "green"}>{locked ? "已锁定" : "可用"}</Tag>,
  },
]);

interface RoleMatrixProps {
  matrix: RoleMatrix;
  mayConfirm: boolean;
}

/** 角色权限核对: who may see what, on one sheet that is printed and found right. */
export function RoleMatrixPage({ matrix: { users, confirmed }, mayConfirm }: RoleMatrixProps) {
  return (
    <section className="card">
      <Toolbar
        title="角色权限核对"
        refreshHref={ROLE_MATRIX}
        print
        lead={<LinkButton href={SETUP}>开始使用</LinkButton>}
      />
      <p className="hint">一个用户有多个角色时，数据范围取最大的一个。修改请到用户管理和角色管理。</p>
      {confirmed?.stands && (
        <Alert tone="success">
          {confirmed.by} {confirmed.time} 已核对
        </Alert>
      )}
      {confirmed && !confirmed.stands && (
        <Alert tone="warning">
          {confirmed.by} {confirmed.time} 核对后用户、角色或数据范围有变动，请重新核对
        </Alert>
      )}
      <Table model={table} rows={users} rowKey={({ id }) => id} caption="用户、角色与数据范围" base={0} />
      {mayConfirm && !confirmed?.stands && (
        <Form
          action={ROLE_MATRIX}
          prefix="m-"
          footer={
            <Button tone="primary" name="_do" value="confirm">
              已核对无误
            </Button>
          }
        >
          <p className="hint">核对后“开始使用”的部门与人员记为已核对。</p>
        </Form>
      )}
    </section>
  );
}
