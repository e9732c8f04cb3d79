-- Platform orders of which something is still to be made: their order, its cancellation, a name in the inbox.
-- Whoever changes one puts it here in the same transaction; what was handled leaves with its effect.
create sequence platform_order_due_seq;
create table platform_order_due (
  platform_order_id bigint primary key,
  tenant_id bigint not null,
  -- Another number: it changed while it was being handled, and is handled again.
  seq bigint not null default nextval('platform_order_due_seq'),
  attempts int not null default 0,
  next_run timestamptz not null default now()
);
create index platform_order_due_next on platform_order_due (next_run, seq);
