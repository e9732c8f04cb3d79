import type { RuleContext } from "../../documents/rules";
import { invalid } from "../../http/refusal";

/** @throws Refusal 400 when the value is a branch of the dictionary tree */
export async function requireLeaf({ sql, tenantId }: RuleContext, value: string) {
  const child = await sql.one(
    `select 1 from sys_dict_item where tenant_id = $1 and dict_type = 'product_category'
     and parent_value = $2 and del_flag = 0 limit 1`,
    [tenantId, value],
  );
  if (child) throw invalid("请选择末级品类", { categoryId: "请选择末级品类" });
}
