-- What the database was made for: 'demo' or 'production'. A database that nobody filled yet has no kind: its first start
-- writes it. One that is filled is a demo if it holds the demo's merchants, its result source or games that draw by themselves.
insert into settings (key, value)
select 'kind', to_jsonb(case
         when exists (select from merchants where code in ('demo', 'demo2'))
           or exists (select from result_sources where code = 'demo-feed')
           or exists (select from games where result_source = 'demo') then 'demo'
         else 'production' end)
 where exists (select from accounts) or exists (select from games)
on conflict (key) do nothing;
