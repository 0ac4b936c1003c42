select 'a filled database without a kind' as wrong
 where (exists (select from accounts) or exists (select from games))
   and not exists (select from settings where key = 'kind' and value in ('"demo"', '"production"'))
