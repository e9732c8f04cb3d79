/**
 * SQL: the tenant has 推广管理 turned off (market.md 14), so that nobody holds its codes or sees its menu.
 * @param tenant expression of its id
 */
export const promotionOff = (tenant: string): string =>
  `exists (select 1 from sys_param p where p.tenant_id = ${tenant} and p.del_flag = 0
    and p.param_key = 'promo_evaluation_enabled' and p.value = 'false')`;
