select 'a sign-in that stands for no attempt' as wrong from login_log where times < 1
