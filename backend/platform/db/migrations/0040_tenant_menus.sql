-- Each tenant has a menu of its own, which gets later entries once.
alter table seed_menu add column tenant_id bigint not null default 1;
alter table seed_menu drop constraint seed_menu_pkey;
alter table seed_menu add primary key (tenant_id, key);
