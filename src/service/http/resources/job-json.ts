import type { FastifyReply } from 'fastify';
import type { Config } from '../../../config.ts';
import { artifactLinksOf, type EventData, type JobCreated, type Job as JobJson } from '../../../contract/index.ts';
import { analyticsOf, type Client, isOwnJob, type Job, type JobProgress, type PlaySummary } from '../../jobs/index.ts';

const maskedMessage = 'An internal rendering error occurred.';

/**
 * A job as the API returns it to a client; null: to no client in particular. Without DEBUG, the message of an error is
 * masked.
 */
export function jobJson(
  job: Job,
  { debug, basePath }: Pick<Config, 'debug' | 'basePath'>,
  client: Client | null,
): JobJson {
  const { error, replay } = job;
  const isMine = client !== null && isOwnJob(job, client);
  return {
    job_id: job.id,
    status: job.status,
    progress: job.progress,
    map_title: job.mapTitle,
    map_title_unicode: job.mapTitleUnicode,
    beatmap_md5: replay.beatmapMd5,
    player: replay.player,
    play: playJson(job),
    ...playersJson(job, basePath),
    retry_of: job.retryOf,
    is_mine: isMine,
    // Only the client knows who may read what it has written there.
    metadata: isMine ? job.metadata : null,
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    error_message: error && (debug ? error.message : maskedMessage),
    error_code: error?.code ?? null,
    error_hint: error?.hint ?? null,
    config: {
      ...job.options,
      replay_stats: {
        '300s': replay.n300,
        '100s': replay.n100,
        '50s': replay.n50,
        misses: replay.misses,
        max_combo: replay.maxCombo,
        star_rating: job.stars.toFixed(2),
        pp: job.pp,
      },
    },
    has_analytics: analyticsOf(job) === 'ready',
    purged_at: job.purgedAt?.toISOString() ?? null,
    artifacts: artifactLinksOf(job.id, job.options.settings.preview, basePath),
    ...progressJson(job),
  };
}

function playJson({ replay: { play }, lengthSeconds }: Job): JobJson['play'] {
  return play && { ...recordedPlayJson(play), length_seconds: lengthSeconds };
}

/** All players of a video of several replays. */
function playersJson({ id, replay, otherPlayers }: Job, basePath: string): Pick<JobJson, 'players'> {
  if (otherPlayers.length === 0 || replay.play === null) return {};
  const players = [{ player: replay.player, play: replay.play }, ...otherPlayers];
  return {
    players: players.map(({ player, play }, i) => ({
      player,
      play: recordedPlayJson(play),
      replay_url: `${basePath}/v1/jobs/${id}/replays/${i + 1}`,
    })),
  };
}

function recordedPlayJson({ mods, speed, grade, accuracy, score, playedAt, gameClient }: PlaySummary) {
  return {
    mods: [...mods],
    speed,
    grade,
    accuracy,
    score,
    played_at: playedAt?.toISOString() ?? null,
    client: gameClient,
  };
}

/** The response to a submission. */
function jobCreatedJson(id: string, { basePath }: Pick<Config, 'basePath'>): JobCreated {
  return { job_id: id, status: 'queued', links: { status: `${basePath}/v1/jobs/${id}` } };
}

/** Responds to a request that has created a job. */
export function sendCreatedJob(reply: FastifyReply, id: string, config: Pick<Config, 'basePath'>): FastifyReply {
  // Without the base path, which a hook adds to all headers with paths.
  return reply.code(202).header('location', `/v1/jobs/${id}`).send(jobCreatedJson(id, config));
}

function progressJson(progress: JobProgress) {
  const { stage, queuePosition, startsInSeconds, framesPerSecond, secondsLeft, attempt } = progress;
  return {
    stage,
    queue_position: queuePosition,
    starts_in_seconds: startsInSeconds,
    frames_per_second: framesPerSecond,
    seconds_left: secondsLeft,
    attempt,
  };
}

/** The fields of a job that change while a worker renders it. */
export function progressEventOf(job: Job): EventData<'progress'> {
  const { id, status, progress, mapTitle } = job;
  return { job_id: id, status, progress, map_title: mapTitle, ...progressJson(job) };
}
