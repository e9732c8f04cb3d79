import type { Example } from "../example";
import { Field } from "../field/field";
import { TextInput } from "../input/text-input";
import { ActiveFilters, FilterForm } from "./filter-form";

const url = "/crud/index?widget=filter&word=%E7%A4%BA%E4%BE%8B";

export const examples: readonly Example[] = [
  {
    title: "搜索表单",
    node: (
      <FilterForm url={url} names={["word"]} active={1}>
        <Field name="word" label="关键词">
          <TextInput type="search" value="示例" />
        </Field>
      </FilterForm>
    ),
  },
  {
    title: "已启用的筛选逐个可移除",
    node: (
      <ActiveFilters
        clearHref="/crud/index?widget=filter"
        items={[
          { label: "关键词", value: "示例", removeHref: "/crud/index?widget=filter" },
          { label: "状态", value: "草稿、审核中", removeHref: "/crud/index?widget=filter" },
        ]}
      />
    ),
  },
];
