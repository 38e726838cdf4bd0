import { Failure } from '../../failure.ts';
import { realMsBetween, type SongClock, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Period } from '../../game/moments/index.ts';
import type { Millis } from '../../game/units.ts';
import { type Scene, videoStart } from '../scene/index.ts';
import { sampleRate } from '../video/index.ts';
import { requireVideoLength } from './video-length.ts';

/** Which song times become frames of the video. */
export interface FrameSchedule {
  /** The periods of the song that the video shows one after another: one, or those of the moments. */
  readonly pieces: readonly [Piece, ...Piece[]];
  readonly frames: number;
  readonly fps: number;
  readonly songClock: SongClock;
  /** The speed of the video; the play's own speed is 1. */
  readonly speed: number;
  /** The average number of song milliseconds per millisecond of video. */
  readonly rate: number;
  /** Whether the video ends where the play ends. */
  readonly isLast: boolean;
}

/** A period of the song in the video. */
export interface Piece extends Period {
  /** The number of its first frame in the video. */
  readonly first: number;
  readonly frames: number;
  /**
   * The cross-fade from the piece before it has this many frames before `first`, and as many from `first` on. Both pieces
   * continue during it, so that a cut on a beat keeps the beat. 0 for the first piece.
   */
  readonly fade: number;
}

/** Which frames of the video a segment has. */
export interface SegmentFrames {
  readonly first: number;
  readonly frames: number;
}

export interface ScheduleOptions {
  /** Song times; by default the whole play is scheduled. */
  readonly start?: Millis;
  readonly end?: Millis;
  /** The periods of the moments that the video shows instead, in the order of the song. */
  readonly moments?: readonly Period[] | undefined;
  readonly fps: number;
  readonly speed: number;
  /** The maximum length of the video. */
  readonly maxSeconds?: number;
}

/** The length of a cross-fade in the video. */
const fadeMs = 250;

/** Schedules the frames of a play, of the clip that the options select, or of moments. */
export function scheduleFrames(scene: Scene, options: ScheduleOptions): FrameSchedule {
  const { fps, speed, maxSeconds } = options;
  const { span } = scene;
  const { songClock } = scene.play.map;
  const periods = options.moments ? shownMoments(scene, options.moments) : [shownPart(scene, options)];
  const lengths = periods.map(({ start, end }) => realMsBetween(songClock, start, end) / speed);
  const lengthMs = sum(lengths);
  requireVideoLength(lengthMs, maxSeconds);
  const [first, ...others] = piecesOf(periods, lengths, fps);
  if (first === undefined)
    throw new Failure('video/no-moments', 'No moment of this kind is in the part of the play that the video shows.');
  const pieces: FrameSchedule['pieces'] = [first, ...others];
  return {
    pieces,
    frames: sum(pieces.map(({ frames }) => frames)),
    fps,
    songClock,
    speed,
    rate: sum(periods.map(({ start, end }) => end - start)) / lengthMs,
    isLast: pieces.at(-1)?.end === span.end,
  };
}

/** The whole play, or the clip that is requested. */
function shownPart(scene: Scene, { start, end }: ScheduleOptions): Period {
  const { span } = scene;
  const from = videoStart(scene, start);
  const until = Math.min(span.end, end ?? span.end);
  if (until > from) return { start: from, end: until };
  const [first, last] = [span.start, span.end].map((ms) => (ms / 1000).toFixed(1));
  throw new Failure('video/empty-clip', `The clip is empty: the play lasts from ${first} s to ${last} s.`);
}

/** Moments are parts of the play itself, without the warning before it and the results after it. */
function shownMoments({ span, opensAt, resultsAt }: Scene, moments: readonly Period[]): readonly Period[] {
  const lastShown = resultsAt ?? span.end;
  return moments
    .map(({ start, end }) => ({ start: Math.max(opensAt, start), end: Math.min(lastShown, end) }))
    .filter(({ start, end }) => end > start);
}

function piecesOf(periods: readonly Period[], lengthsMs: readonly number[], fps: number): readonly Piece[] {
  const counts = lengthsMs.map((lengthMs) => Math.max(1, Math.round((lengthMs / 1000) * fps)));
  const halfFade = Math.round((fadeMs / 2000) * fps);
  let first = 0;
  return periods.map((period, i) => {
    const frames = counts[i]!;
    const piece = { ...period, first, frames, fade: Math.min(halfFade, frames >> 1, (counts[i - 1] ?? 0) >> 1) };
    first += frames;
    return piece;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The song time that a frame shows; during a cross-fade, that of the piece that has more than half of the picture. */
export function songTimeOf(schedule: FrameSchedule, frame: number): Millis {
  const { pieces } = schedule;
  return timeInPiece(schedule, pieces.findLast(({ first }) => first <= frame) ?? pieces[0], frame);
}

/** The song time of a frame if a piece is continued to it. */
export function timeInPiece({ songClock, speed, fps }: FrameSchedule, piece: Piece, frame: number): Millis {
  return songTimeAfter(songClock, piece.start, (((frame - piece.first) * 1000) / fps) * speed);
}

/** The frame that shows a song time, with its fraction; null if no piece contains it. */
export function frameOf({ pieces, songClock, speed, fps }: FrameSchedule, t: Millis): number | null {
  const piece = pieces.find(({ start, end }) => t >= start && t <= end);
  return piece ? piece.first + (realMsBetween(songClock, piece.start, t) / speed / 1000) * fps : null;
}

/** A frame that shows two moments: `weight` of the picture is the later one. */
interface CrossFade {
  readonly earlier: Millis;
  readonly later: Millis;
  readonly weight: number;
}

/** The cross-fade of a frame; null if it shows one piece only. */
export function crossFadeAt(schedule: FrameSchedule, frame: number): CrossFade | null {
  const { pieces } = schedule;
  const index = pieces.findIndex(({ first, fade }) => frame >= first - fade && frame < first + fade);
  const [before, piece] = [pieces[index - 1], pieces[index]];
  if (!before || !piece) return null;
  return {
    earlier: timeInPiece(schedule, before, frame),
    later: timeInPiece(schedule, piece, frame),
    weight: (frame - piece.first + piece.fade + 0.5) / (2 * piece.fade),
  };
}

/** The length of the video. */
export function videoLengthMs({ frames, fps }: Pick<FrameSchedule, 'frames' | 'fps'>): number {
  return (frames * 1000) / fps;
}

/** The number of audio samples before a frame. */
export function samplesUntil({ fps }: Pick<FrameSchedule, 'fps'>, frame: number): number {
  return Math.round((frame / fps) * sampleRate);
}
