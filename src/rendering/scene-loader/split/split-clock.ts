import { realMsBetween, type SongClock, songTimeAfter } from '../../../game/beatmap/index.ts';
import type { Millis } from '../../../game/units.ts';
import { endFadeStart, type Scene, type SceneSpan } from '../../scene/index.ts';

/** Which song time each picture of a split video shows. Times of the video are song times of the first play. */
export interface SplitClock {
  /** From the start of the first picture that starts to the end of the last one that ends. */
  readonly span: SceneSpan;
  /** The indices of the pictures that end with the video. */
  readonly last: ReadonlySet<number>;
  timeOf(pane: number, t: Millis): Millis;
}

/**
 * Every play keeps its own speed, and all plays reach the first object together. A play that ends before the others
 * stays at its results, and all fade out together.
 */
export function createSplitClock(scenes: readonly Scene[]): SplitClock {
  const first = scenes[0];
  if (first === undefined) throw new RangeError('There is no play.');
  const { songClock: reference, objects } = first.play.map;
  const together = objects[0]?.startTime ?? 0;
  const convert = (t: Millis, from: SongClock, to: SongClock) =>
    isSameClock(from, to) ? t : songTimeAfter(to, together, realMsBetween(from, together, t));

  const panes = scenes.map((scene) => {
    const { songClock } = scene.play.map;
    return {
      songClock,
      end: scene.span.end,
      waitsAt: endFadeStart(scene),
      videoSpan: {
        start: convert(scene.span.start, songClock, reference),
        end: convert(scene.span.end, songClock, reference),
      },
    };
  });
  const start = Math.min(...panes.map(({ videoSpan }) => videoSpan.start));
  const end = Math.max(...panes.map(({ videoSpan }) => videoSpan.end));
  const last = new Set(panes.flatMap(({ videoSpan }, i) => (videoSpan.end === end ? [i] : [])));
  return {
    span: { start, end },
    last,
    timeOf(index, t) {
      const pane = panes[index];
      if (pane === undefined) throw new RangeError(`There is no play ${index}.`);
      const own = convert(t, reference, pane.songClock);
      if (last.has(index)) return own;
      const fading = songTimeAfter(pane.songClock, pane.end, -realMsBetween(reference, t, end));
      return Math.max(Math.min(own, pane.waitsAt), fading);
    },
  };
}

function isSameClock(a: SongClock, b: SongClock): boolean {
  return (
    a.steps.length === b.steps.length &&
    a.steps.every(({ time, rate }, i) => time === b.steps[i]?.time && rate === b.steps[i]?.rate)
  );
}
