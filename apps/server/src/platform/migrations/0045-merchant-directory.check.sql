select m.id as wrong from merchants m
 where not exists (select from merchant_directory d
                    where d.merchant_id = m.id and d.code = m.code and d.host is not distinct from m.host and d.name = m.name)
