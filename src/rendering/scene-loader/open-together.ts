import { Failure } from '../../failure.ts';
import type { Beatmap } from '../../game/beatmap/index.ts';
import { type Mods, modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { judge } from '../../game/play/index.ts';
import type { PpCalculator } from '../../game/pp/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import {
  type KnockoutRules,
  liveOrder,
  mirrorFrames,
  type OrderBy,
  type PlayerTrack,
  playKnockout,
  trackOf,
} from '../../game/together/index.ts';
import type { Together } from '../scene/index.ts';
import type { Layout } from './layout.ts';
import { type OpenedPlay, openPlay, type PlayFiles } from './open-play.ts';
import { type NamedReplay, namingFile, requireOneMap } from './require-one-map.ts';

/** How several plays are shown in one picture. */
export interface TogetherOptions extends Omit<KnockoutRules, 'from' | 'orderBy'> {
  readonly layout: Layout;
  readonly orderBy: OrderBy;
  /** From the first object until mistakes count in a knockout. */
  readonly minTime: number;
}

/** The files of several plays of one map that share a playfield or a scoreboard. */
export interface TogetherFiles extends Omit<PlayFiles, 'replay'> {
  /** The first one is the play that is shown, except in a knockout. */
  readonly replays: readonly NamedReplay[];
  readonly together: TogetherOptions & Pick<Together, 'layout'>;
}

/** Several judged plays, and the one whose objects and HUD are drawn. */
export interface OpenedTogether {
  readonly opened: OpenedPlay;
  readonly together: Together;
}

/**
 * Parses and judges several plays of one map; each has the result that it has alone. A knockout shows the play of the
 * winner: it is the only one that certainly continues to the end.
 */
export function openTogether(
  files: TogetherFiles,
  rating: PpCalculator,
  onNote: (note: string) => void,
): OpenedTogether {
  const { replays, together: options, options: judging } = files;
  const { layout, orderBy } = options;
  requireOneMap(replays, layout);
  const [firstReplay, ...otherReplays] = replays;
  if (firstReplay === undefined) throw new RangeError('There is no replay.');
  const open = ({ name, bytes }: NamedReplay) =>
    namingFile(name, () => openPlay({ ...files, replay: bytes }, rating, onNote));
  const first = open(firstReplay);
  const others = otherReplays.map((each) => readPlay(each));
  for (const other of others) requireComparable({ name: firstReplay.name, ...first }, other, layout);
  const tracks = [
    trackOf({ ...first, number: 1 }),
    ...others.map((other, i) => judgeTrack(other, { beatmap: first.beatmap, judging, number: i + 2 })),
  ];
  const from = (first.play.map.objects[0]?.startTime ?? 0) + options.minTime;
  const knockout = layout === 'knockout' ? playKnockout(tracks, { ...options, from }) : null;
  const shown = knockout === null ? 0 : knockout.places.indexOf(1);
  const opened = shown === 0 ? first : open(replays[shown] ?? firstReplay);
  const { mirror } = opened.mods;
  return {
    opened,
    together: {
      layout,
      shown,
      tracks: tracks.map((track) => ({ ...track, frames: mirrorFrames(track.frames, track.mods.mirror, mirror) })),
      knockout,
      order: liveOrder(tracks, { orderBy, knockout }),
      orderBy,
      hasStandings: true,
    },
  };
}

interface ReadPlay {
  readonly name: string;
  readonly replay: Replay;
  readonly mods: Mods;
}

function readPlay({ name, bytes }: NamedReplay): ReadPlay {
  return namingFile(name, () => {
    const replay = readReplay(bytes);
    requireRenderable(replay);
    const mods = modsOf(replay);
    requireSupportedMods(mods);
    return { name, replay, mods };
  });
}

interface JudgingOf {
  readonly beatmap: Beatmap;
  readonly judging: PlayFiles['options'];
  readonly number: number;
}

/** Judges a play as it is judged alone, and keeps only what is drawn of it. */
function judgeTrack({ name, replay, mods }: ReadPlay, { beatmap, judging, number }: JudgingOf): PlayerTrack {
  return namingFile(name, () => trackOf({ play: judge(beatmap, replay, mods, judging), replay, mods, number }));
}

/** Refuses a play that cannot be shown on the playfield of the first one. */
function requireComparable(
  first: { readonly name: string; readonly mods: Mods },
  other: ReadPlay,
  layout: Together['layout'],
): void {
  const names = `${JSON.stringify(other.name)} and ${JSON.stringify(first.name)}`;
  const { conversion } = other.mods;
  if (JSON.stringify(conversion) !== JSON.stringify(first.mods.conversion)) {
    throw new Failure('together/other-objects', `${names} have different objects, because a mod places them anew.`);
  }
  // Beside the play there are only numbers, which belong to times of the song.
  if (layout === 'scoreboard' || hasSameClock(first.mods, other.mods)) return;
  const speeds = `${speedOf(other.mods)} and ${speedOf(first.mods)}`;
  throw new Failure(
    'together/other-clock',
    `${names} play the song at different speeds (${speeds}). Only the layout split can show them together.`,
  );
}

/** Whether the same moments of the song are seen at the same real times; Adaptive Speed is different in every play. */
function hasSameClock(a: Mods, b: Mods): boolean {
  if (a.adaptiveSpeed !== null || b.adaptiveSpeed !== null) return false;
  return a.clockRate === b.clockRate && a.ramp?.initial === b.ramp?.initial && a.ramp?.final === b.ramp?.final;
}

function speedOf({ clockRate, ramp, adaptiveSpeed }: Mods): string {
  if (adaptiveSpeed !== null) return 'adaptive';
  return ramp === null ? `${clockRate}x` : `${ramp.initial}x to ${ramp.final}x`;
}
