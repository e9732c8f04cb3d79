import { type Page, page } from "./page";

export const admin: Page[] = [
  page("/crud/index", "组件示例", "component", 110, [], { needs: ["sys_dict_view"] }),
];
