select 'an operator who lost a change it could make' as wrong from accounts
 where (20000 = any(permission_ids) and not permission_ids @> array[20001, 20002, 20003, 20004, 20005])
    or (41000 = any(permission_ids) and not permission_ids @> array[41001, 41002, 41003, 41004, 41005, 41006])
    or (46000 = any(permission_ids) and not permission_ids @> array[46001, 46002, 46003])
