select 'a rule of fly-outs for the head, which has no parent' as wrong from fly_out_rules where path_id = 1
