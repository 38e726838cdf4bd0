import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  analyticsJson,
  mistakeAnalytics,
  type PlayAnalytics,
  type PlayerAnalytics,
  playAnalytics,
  playerTotals,
} from '../../../game/analytics/index.ts';
import { habitSumsOf, habitsOf } from '../../../game/habits/index.ts';
import { publishedMistake } from '../../../game/mistakes/index.ts';
import type { OpenedPlay } from '../../scene-loader/index.ts';
import type { FrameSchedule } from '../frame-schedule.ts';
import { allMomentsOf } from '../moments.ts';

export interface AnalyticsOptions {
  readonly schedule?: Pick<FrameSchedule, 'pieces' | 'rate' | 'fps'>;
  /** The further players of a video of several plays, opened one after another. */
  readonly others?: Iterable<OpenedPlay> | null;
}

/** Writes the analytics of a judged play as JSON, and those of all players if there are several. */
export async function writeAnalytics(
  opened: OpenedPlay,
  file: string,
  { schedule, others = null }: AnalyticsOptions = {},
): Promise<void> {
  const video = schedule && videoClock(schedule);
  const judged = { pp: opened.pp, play: { ...judgedAnalytics(opened), ...(video && { video }) } };
  const players = others === null ? undefined : playersOf(opened, others);
  await pipeline(Readable.from(analyticsJson(opened.replay, judged, players)), createWriteStream(file));
}

function* playersOf(first: OpenedPlay, others: Iterable<OpenedPlay>): Generator<PlayerAnalytics, void, undefined> {
  yield playerAnalytics(first);
  for (const other of others) yield playerAnalytics(other);
}

function playerAnalytics(opened: OpenedPlay): PlayerAnalytics {
  const { replay, mods, pp } = opened;
  return { ...playerTotals(replay.header, { mods: mods.acronyms, pp: pp ?? 0 }), ...judgedAnalytics(opened) };
}

function judgedAnalytics(opened: OpenedPlay): PlayAnalytics {
  const { play, mods, replay, ppOverTime: pp } = opened;
  return {
    ...playAnalytics(play, { pp, strains: opened.strains() }, replay.frames),
    mistakes: opened.mistakes().map((mistake) => mistakeAnalytics(publishedMistake(mistake))),
    habits: habitsOf(habitSumsOf(play, mods)),
    moments: allMomentsOf(opened).map(({ kind, start, end }) => ({
      kind,
      start: Math.round(start),
      end: Math.round(end),
    })),
  };
}

/** Which song time the video shows when; the pieces are named if there are several. */
function videoClock({ pieces, rate, fps }: NonNullable<AnalyticsOptions['schedule']>): PlayAnalytics['video'] {
  const clock = { starts_at: pieces[0].start, clock_rate: rate };
  if (pieces.length === 1) return clock;
  const published = pieces.map(({ start, end, first }) => ({
    starts_at: start,
    ends_at: end,
    video_starts_at: (first * 1000) / fps,
  }));
  return { ...clock, pieces: published };
}
