select 'a device of no account' as wrong from known_devices d
 where not exists (select from accounts a where a.id = d.account_id)
