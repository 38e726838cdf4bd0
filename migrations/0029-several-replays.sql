-- The players of the further replays of a video of several plays, in their order. Null: the job has one replay.
-- Not jsonb, which has no NUL characters: a list of objects with the player's name and the columns of the play.
alter table jobs add column other_players json;
