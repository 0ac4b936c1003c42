select name as wrong from job_marks where name ~ '^credit-reset:[0-9]{1,9}$' and name <> 'credit-reset:' || merchant_id
