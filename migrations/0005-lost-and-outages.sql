-- Attempts that ended because something around the render was away (storage, a mirror, the service's own callback) are
-- counted apart: they are no fault of the job's, and it waits longer for each.
alter table jobs add column outages integer not null default 0;

-- The queue's entry under which the newest attempt works. Once that is no longer active, its worker is lost.
alter table jobs add column queue_entry uuid;
