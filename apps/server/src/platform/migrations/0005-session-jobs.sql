-- Work that runs because time passed keeps its own small facts here.
create table job_marks (
  name   text primary key,
  value  jsonb not null,
  at     bigint not null
);
