-- A page id of the operators' side gave everything on the page; now it only reads, and each change has an id of its own.
-- Operators keep what they could do.
update accounts a
   set permission_ids = (
     select array_agg(distinct each order by each)
       from unnest(a.permission_ids || coalesce((
         select array_agg(action)
           from (values (20000, 20001), (20000, 20002), (20000, 20003), (20000, 20004), (20000, 20005),
                        (41000, 41001), (41000, 41002), (41000, 41003), (41000, 41004), (41000, 41005), (41000, 41006),
                        (42000, 42001), (45000, 45001), (45000, 45002), (45000, 45003),
                        (46000, 46001), (46000, 46002), (46000, 46003), (120000, 120001)) as child (page, action)
          where page = any(a.permission_ids)), '{}')) as each)
 where a.permission_ids && array[20000, 41000, 42000, 45000, 46000, 120000];
