select 'job_marks' as wrong where not exists (select 1 from pg_class where relname = 'job_marks')
