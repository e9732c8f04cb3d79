-- Documents name files by id. A file may belong to several documents.
create table sys_file_use (
  file_id bigint not null references sys_file (id) on delete cascade,
  biz_type text not null,
  biz_id text not null,
  primary key (file_id, biz_type, biz_id)
);
insert into sys_file_use select id, biz_type, biz_id from sys_file
where biz_type is not null and biz_id is not null;

-- Small files that the program brings along are there wherever its data lie.
alter table sys_file_blob drop constraint sys_file_blob_storage_check,
  add constraint sys_file_blob_storage_check check (storage in ('local', 's3', 'sample'));

-- Addresses become the ids of their files; what never was an upload goes.
create function pg_temp.file_ids(given text[]) returns text[] language sql as $$
  select coalesce(array_agg(f.id::text order by x.n), '{}')
  from unnest(given) with ordinality x(value, n)
  join sys_file f on f.file_name = regexp_replace(split_part(split_part(x.value, '?', 1), '#', 1), '^.*/', '')
$$;
do $$
declare
  c record;
begin
  for c in
    select n.nspname as schema, t.relname as name, a.attname as field, a.atttypid = 'text'::regtype as one
    from pg_attribute a join pg_class t on t.oid = a.attrelid
      join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relkind in ('r', 'p') and not a.attisdropped
      and (a.atttypid = 'text[]'::regtype and a.attname in ('attachments', 'photos', 'images',
          'qc_images', 'signed_files', 'report_files', 'qualifications', 'attachment')
        or a.atttypid = 'text'::regtype and (a.attname = 'image_url' or t.relname = 'company'
          and a.attname = 'chop'))
  loop
    if c.one then
      execute format('update %1$I set %2$I = (pg_temp.file_ids(array[%2$I]))[1] where %2$I is not null',
        c.name, c.field);
    else
      execute format('update %1$I set %2$I = pg_temp.file_ids(%2$I) where %2$I <> %3$L', c.name, c.field, '{}');
    end if;
  end loop;
end
$$;
