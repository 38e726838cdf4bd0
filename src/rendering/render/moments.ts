import { Failure } from '../../failure.ts';
import { strainsOverTime } from '../../game/analytics/index.ts';
import { findMistakes } from '../../game/mistakes/index.ts';
import {
  findMoments,
  type Moment,
  type MomentKind,
  type MomentsInput,
  type Period,
  proposeMoments,
} from '../../game/moments/index.ts';
import { playedFrames } from '../../game/play/index.ts';
import type { OpenedPlay } from '../scene-loader/index.ts';
import type { RenderOptions } from './request.ts';

interface MomentOptions extends Pick<RenderOptions, 'start' | 'end' | 'speed' | 'highlightsSeconds' | 'together'> {
  readonly kind: MomentKind;
}

/** Finds the moments that the video shows. */
export function momentsOf(opened: OpenedPlay, options: MomentOptions): readonly Period[] {
  const { kind, start, end, speed, highlightsSeconds, together } = options;
  if (together && together.layout !== 'scoreboard')
    throw new Failure('video/options-invalid', 'A video of several replays cannot show moments.');
  const periods = findMoments(kind, {
    ...momentsInput(opened),
    within: { ...(start !== undefined && { start }), ...(end !== undefined && { end }) },
    maxHighlightsMs: highlightsSeconds * 1000 * speed,
  });
  if (periods.length > 0) return periods;
  const searched = start === undefined && end === undefined ? 'The play' : 'This part of the play';
  throw new Failure('video/no-moments', `${searched} ${missingMoments[kind]}`);
}

/** All moments of a play, for its analytics. */
export function allMomentsOf(opened: OpenedPlay): readonly Moment[] {
  return proposeMoments(momentsInput(opened));
}

function momentsInput({ play, replay, mods, strains }: OpenedPlay): MomentsInput {
  return {
    play,
    mistakes: findMistakes(play, playedFrames(replay.frames, play.map.beatmap), mods),
    strains: strainsOverTime(play.map, strains()),
  };
}

/** What a play lacks that has no moments of a kind. */
const missingMoments: Readonly<Record<MomentKind, string>> = {
  mistakes: 'has no mistakes.',
  hardest: 'has no objects.',
  best: 'has no hard passage of two seconds without a mistake.',
  highlights: 'has no objects.',
  first_miss: 'has no miss, and its combo never breaks.',
};
