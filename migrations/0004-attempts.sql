-- `attempts` counts the claims of a job, and the number of the newest is its fence: what an older one reports is refused.
-- Those that ended in an error of the render are counted here; the others before the newest lost their worker.
alter table jobs add column render_errors integer not null default 0;
