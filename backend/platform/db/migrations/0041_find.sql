-- What is typed of a row finds it by any part: of its code, its name, a bar code, and of the first
-- letters of how its name is read. Each declared table keeps it in find_text, by a trigger of its own.

create extension if not exists pg_trgm;

-- First letters of the two most usual readings of a character. The program fills it at start.
create table pinyin_letter (
  character text primary key,
  letters text not null
);

-- Text as letters of ASCII, two or more for each character: a trigram index then also finds parts of
-- two, 鼠标 or sb, and reads Chinese whatever the locale of the database is. `mark` keeps kinds apart.
create function find_code(value text, mark text default 'Z') returns text
language sql immutable strict parallel safe as $$
  select coalesce(string_agg(
    case when c ~ '^[a-z0-9]$' then c || mark else 'U' || lpad(to_hex(ascii(c)), 5, '0') end,
    '' order by i), '')
  from string_to_table(lower(normalize(value, nfkc)), null) with ordinality t(c, i)
$$;

-- First letters of a Chinese text. Characters that are read in two ways give up to eight texts.
create function pinyin_initials(value text) returns text[] language plpgsql stable strict as $$
declare
  found text[] := array[''];
  plain text := '';
  ways text;
begin
  foreach ways in array array(
    select coalesce((select p.letters from pinyin_letter p where p.character = t.c), t.c)
    from string_to_table(lower(normalize(value, nfkc)), null) with ordinality t(c, i) order by t.i
  ) loop
    if ways !~ '^[a-z0-9]' then continue; end if;
    if length(ways) = 1 or cardinality(found) = 8 then
      plain := plain || left(ways, 1);
    else
      found := array(select f || plain || w from unnest(found) f, string_to_table(ways, null) w);
      plain := '';
    end if;
  end loop;
  return array(select f || plain from unnest(found) f);
end $$;

-- What find_text holds: each value between two ends of line, then its first letters after tabs.
create function find_words(given text[]) returns text language plpgsql stable as $$
declare
  made text := '';
  v text;
begin
  foreach v in array given loop
    if v <> '' then
      made := made || E'\n' || find_code(v) || E'\n';
      if v ~ '[^ -~]' then
        made := made || E'\t' || array_to_string(
          array(select find_code(i, 'Y') from unnest(pinyin_initials(v)) i), E'\t');
      end if;
    end if;
  end loop;
  return made;
end $$;
