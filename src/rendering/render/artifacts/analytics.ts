import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  analyticsJson,
  mistakeAnalytics,
  type PlayAnalytics,
  type PlayerAnalytics,
  type PlayerPlace,
  playAnalytics,
  playerTotals,
} from '../../../game/analytics/index.ts';
import { habitSumsOf, habitsOf } from '../../../game/habits/index.ts';
import { publishedMistake } from '../../../game/mistakes/index.ts';
import { finalPlaces } from '../../../game/together/index.ts';
import type { Together } from '../../scene/index.ts';
import type { OpenedPlay } from '../../scene-loader/index.ts';
import type { FrameSchedule } from '../frame-schedule.ts';
import { allMomentsOf } from '../moments.ts';

export interface AnalyticsOptions {
  readonly schedule?: Pick<FrameSchedule, 'pieces' | 'rate' | 'fps'>;
  /** The further players of a video of several plays, opened one after another. */
  readonly others?: Iterable<OpenedPlay> | null;
  /** How the players compare; absent if the video does not compare them. */
  readonly together?: Pick<Together, 'tracks' | 'knockout' | 'orderBy'> | undefined;
}

/** Writes the analytics of a judged play as JSON, and those of all players if there are several. */
export async function writeAnalytics(
  opened: OpenedPlay,
  file: string,
  { schedule, others = null, together }: AnalyticsOptions = {},
): Promise<void> {
  const video = schedule && videoClock(schedule);
  const judged = { pp: opened.pp, play: { ...judgedAnalytics(opened), ...(video && { video }) } };
  const places = together ? placesOf(together) : [];
  const players = others === null ? undefined : playersOf([opened], others, places);
  await pipeline(Readable.from(analyticsJson(opened.replay, judged, players)), createWriteStream(file));
}

function* playersOf(
  first: readonly OpenedPlay[],
  others: Iterable<OpenedPlay>,
  places: readonly PlayerPlace[],
): Generator<PlayerAnalytics, void, undefined> {
  let player = 0;
  for (const plays of [first, others]) {
    for (const play of plays) yield { ...playerAnalytics(play), ...places[player++] };
  }
}

function placesOf({ tracks, knockout, orderBy }: NonNullable<AnalyticsOptions['together']>): PlayerPlace[] {
  return finalPlaces(tracks, { knockout, orderBy }).map((place, player) => ({
    place,
    ...(knockout && { dropped_out_at: knockout.dropOuts[player]?.time ?? null }),
  }));
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
