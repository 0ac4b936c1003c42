-- Few paths end: members that became agents. What is corrected for them later is looked for by these.
create index paths_ended on paths (merchant_id, id) where closed_at is not null;
