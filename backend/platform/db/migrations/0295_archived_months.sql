-- Months of tables in parts that were moved into files (npm run archive): nothing is written there, and nobody
-- takes their absence for a 0.
create table archived_month (
  table_name text not null,
  month date not null,
  rows bigint not null,
  file text not null,
  /* Of the file, in hexadecimal digits. */
  sha256 text not null,
  archive_time timestamptz not null default now(),
  primary key (table_name, month)
);
