select 'a notice of no audience' as wrong from notices where merchant_ids is null or roles is null
