-- Canada's marketplace had a letter of its number wrong, under which Amazon finds nothing.
do $$ begin
  if to_regclass('site') is null then return; end if;
  update site set marketplace_id = 'A2EUQ1WTGCTBG2' where marketplace_id = 'A2EUQ1WTGCTBC2';
end $$;
