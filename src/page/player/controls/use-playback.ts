import { useEffect, useRef, useState } from 'preact/hooks';
import type { Playable } from '../playable.ts';
import type { Playhead } from '../playhead.ts';
import { type Loop, loopTarget } from './loop.ts';

const hiddenCheckMs = 50;

export interface PlaybackOptions {
  readonly loop: Loop | null;
  /** Called for every time that has to be displayed. */
  readonly onTime?: ((t: number) => void) | undefined;
  /** Called when playback starts and stops. */
  readonly onPlaying?: ((isPlaying: boolean) => void) | undefined;
}

/** Reads the playback position on every displayed frame and passes it on. */
export function usePlayback(
  playable: Playable | null,
  playhead: Playhead,
  { loop, onTime, onPlaying }: PlaybackOptions,
) {
  const currentLoop = useRef(loop);
  currentLoop.current = loop;
  const [now, setNow] = useState(playable?.span.start ?? 0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!playable) return;
    let request = 0;
    let lastTime = Number.NaN;
    let wasPlaying = false;
    const repeat = () => {
      // The replay may have stopped at its end since the last look.
      const target = wasPlaying ? loopTarget(currentLoop.current, playable.now()) : null;
      if (target !== null) {
        playable.seek(target);
        if (!playable.isPlaying) void playable.play();
      }
      wasPlaying = playable.isPlaying;
    };
    const update = () => {
      const hadPlayed = wasPlaying;
      repeat();
      const t = playable.now();
      // A frame drawn ahead is drawn again when playback stops.
      if (t !== lastTime || hadPlayed !== wasPlaying) {
        lastTime = t;
        onTime?.(t);
        playhead.moveTo(t);
        setNow(t);
      }
      setPlaying(wasPlaying);
      request = requestAnimationFrame(update);
    };
    update();
    // A hidden tab displays no frames, but its sound goes on.
    const hiddenTimer = setInterval(() => document.hidden && repeat(), hiddenCheckMs);
    const unsubscribe = playhead.onSeek((t) => playable.seek(t));
    return () => {
      cancelAnimationFrame(request);
      clearInterval(hiddenTimer);
      unsubscribe();
    };
  }, [playable, playhead, onTime]);
  useEffect(() => onPlaying?.(isPlaying), [isPlaying]);
  return { now, isPlaying };
}
