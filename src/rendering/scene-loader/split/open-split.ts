import type { PpCalculator } from '../../../game/pp/index.ts';
import { type NamedReplay, namingFile, requireOneMap } from '../../../game/together/index.ts';
import { type OpenedPlay, openPlay, type PlayFiles } from '../open-play.ts';

/** The files of the plays of a split video. */
export interface SplitFiles extends Omit<PlayFiles, 'replay'> {
  readonly replays: readonly NamedReplay[];
}

/** Parses and judges the plays of a split video, each as if it were alone. */
export function openSplit(
  { replays, ...files }: SplitFiles,
  rating: PpCalculator,
  onNote: (note: string) => void,
): readonly [OpenedPlay, ...OpenedPlay[]] {
  requireOneMap(replays, 'split');
  const [first, ...others] = replays;
  if (first === undefined) throw new RangeError('There is no replay.');
  const open = ({ name, bytes }: NamedReplay) =>
    namingFile(name, () => openPlay({ ...files, replay: bytes }, rating, onNote));
  return [open(first), ...others.map(open)];
}
