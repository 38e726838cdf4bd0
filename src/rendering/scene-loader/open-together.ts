import { type Beatmap, type PlayableMap, prepareMap } from '../../game/beatmap/index.ts';
import { type Mods, modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { judge } from '../../game/play/index.ts';
import type { PpCalculator } from '../../game/pp/index.ts';
import { type Replay, readReplay, requireRenderable } from '../../game/replay/index.ts';
import {
  type KnockoutRules,
  type Layout,
  liveOrder,
  mirrorFrames,
  type NamedReplay,
  namingFile,
  type OrderBy,
  type PlayerTrack,
  playKnockout,
  requireComparable,
  requireOneMap,
  trackOf,
} from '../../game/together/index.ts';
import type { Together } from '../scene/index.ts';
import { type OpenedPlay, openPlay, type PlayFiles } from './open-play.ts';

/** How several plays are shown in one picture. */
export interface TogetherOptions extends Omit<KnockoutRules, 'from' | 'orderBy'> {
  readonly layout: Layout;
  readonly orderBy: OrderBy;
  /** From the first object until combo breaks count in a knockout. */
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
  /** The play of the first replay, which is another one if a knockout has another winner. */
  readonly first: OpenedPlay;
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
  for (const other of others) requireComparable({ name: firstReplay.name, mods: first.mods }, other, layout);
  const prepare = createMapCache(first.beatmap);
  const tracks = [
    trackOf({ ...first, number: 1 }),
    ...others.map((other, i) => judgeTrack(other, { beatmap: first.beatmap, prepare, judging, number: i + 2 })),
  ];
  const from = (first.play.map.objects[0]?.startTime ?? 0) + options.minTime;
  const knockout = layout === 'knockout' ? playKnockout(tracks, { ...options, from }) : null;
  const shown = knockout === null ? 0 : knockout.places.indexOf(1);
  const opened = shown === 0 ? first : open(replays[shown] ?? firstReplay);
  const { mirror } = opened.mods;
  return {
    opened,
    first,
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
  readonly prepare: (mods: Mods) => PlayableMap;
  readonly judging: PlayFiles['options'];
  readonly number: number;
}

/** Judges a play as it is judged alone, and keeps only what is drawn of it. */
function judgeTrack({ name, replay, mods }: ReadPlay, { beatmap, prepare, judging, number }: JudgingOf): PlayerTrack {
  return namingFile(name, () => {
    const play = judge(beatmap, replay, mods, { ...judging, map: prepare(mods) });
    return trackOf({ play, replay, mods, number });
  });
}

/** Prepares a map once for all plays with the same mods: the paths of its sliders take as long as judging a play. */
function createMapCache(beatmap: Beatmap): (mods: Mods) => PlayableMap {
  const maps = new Map<string, PlayableMap>();
  return (mods) => {
    const key = JSON.stringify(mods);
    const map = maps.get(key) ?? prepareMap(beatmap, mods);
    maps.set(key, map);
    return map;
  };
}
