import { useCallback, useState } from 'preact/hooks';
import type { Playhead, SeekSource } from '../player/playhead.ts';

/** The values of a chart, one after the other, for readers with a pointer or a keyboard. */
export interface Readings {
  readonly count: number;
  readonly text: (index: number) => string;
  /** The song time to which the player seeks; null if the value has none. */
  readonly time: (index: number) => number | null;
}

/** The index to which a key moves the reading cursor; undefined if the key does not move it. */
export function nextIndex(key: string, index: number | null, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -page, PageDown: page };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  // The first key shows the first value, or the last one.
  if (index === null) return step > 0 ? 0 : count - 1;
  return Math.max(0, Math.min(count - 1, index + step));
}

/** The reading cursor of a chart: the keys and the pointer move it, Enter seeks. */
export function useReading(readings: Readings, playhead: Playhead) {
  const [index, setIndex] = useState<number | null>(null);
  const [isFocused, setFocused] = useState(false);
  const shown = index !== null && index < readings.count ? index : null;
  const seek = useCallback(
    (i: number, by?: SeekSource) => {
      const t = readings.time(i);
      if (t !== null) playhead.seek(t, by);
    },
    [readings, playhead],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || readings.count === 0) return;
    const next = nextIndex(event.key, shown, readings.count);
    if (next !== undefined) setIndex(next);
    else if (event.key === 'Enter' && shown !== null) seek(shown);
    else if (event.key === 'Escape') setIndex(null);
    else return;
    // The same keys control the player.
    event.preventDefault();
  };
  return {
    index: shown,
    setIndex,
    seek,
    text: shown === null ? '' : readings.text(shown),
    isFocused,
    /** For the element that has the focus. */
    focusable: { tabIndex: 0, onKeyDown, onFocus: () => setFocused(true), onBlur: () => setFocused(false) },
  };
}

/** The id of the text that explains the keys of all charts. */
export const keysHelpId = 'chart-keys';

export interface LegendEntry {
  readonly label: string;
  /** As `cssColour` takes it. */
  readonly colour: string;
}
