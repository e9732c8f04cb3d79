-- 套餐 of a tenant (market.md 10): which first-level menus, with all that lies below them, it has.
alter table sys_tenant alter column menu_package_id type text using coalesce('full', menu_package_id::text);
update sys_tenant set menu_package_id = 'full' where menu_package_id is null;
alter table sys_menu add column packed boolean not null default true;
comment on column sys_menu.packed is '在租户的套餐内';
