-- When a person signed in before: what a page says to them is not the sign-in they just made.
alter table sys_user add column login_before timestamptz;
