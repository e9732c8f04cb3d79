-- Hints for the first day that a person has put away.
create table desk_hint (
  user_id bigint not null references sys_user (id),
  hint text not null,
  primary key (user_id, hint)
);
