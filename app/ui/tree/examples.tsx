import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { TreeCheckbox, TreeDictionary, TreeSelect } from "./tree";

const options = ["商品", "采购", "仓库"].map((label, i) => ({
  value: String(i + 1),
  label,
  children: ["列表", "新增", "修改"].map((name, j) => ({
    value: `${i + 1}${j}`,
    label: `${label}${name}`,
    children: j === 0 ? [{ value: `${i + 1}${j}9`, label: `${label}导出` }] : undefined,
  })),
}));

export const examples: readonly Example[] = [
  {
    title: "权限树：有脚本时父子联动",
    node: (
      <Form method="get">
        <Field name="menuIds" label="权限" group>
          <TreeCheckbox options={options} value={["1", "10", "109"]} />
        </Field>
      </Form>
    ),
  },
  {
    title: "树形选择与树形字典（获取字典中...）",
    node: (
      <Form method="get">
        <Field name="node" label="节点" group>
          <TreeSelect options={options} value="20" none="无" />
        </Field>
        <Field name="dictionary" label="字典" group>
          <TreeDictionary source="/crud/examples" value="12" />
        </Field>
      </Form>
    ),
  },
];
