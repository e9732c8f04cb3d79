-- What a start has put in once (backend/seed). Older databases made these tables by themselves.
create table if not exists seed_marker (name text primary key, done_at timestamptz not null default now());
create table if not exists seed_menu (key text primary key);
