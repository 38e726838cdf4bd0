import { useEffect, useState } from 'preact/hooks';
import { useStoredPreference } from '../../stored-preference.ts';
import type { Playable } from '../playable.ts';
import type { Playhead } from '../playhead.ts';

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

/**
 * The speed of playback, which is kept for the next replay. A moment that another part of the page asks for is played at its
 * own speed, which lasts until the viewer selects a speed or seeks elsewhere.
 */
export function useSpeed(playable: Playable | null, playhead: Playhead, onWatch: () => void) {
  const [own, setOwn] = useStoredPreference('speed', 1, isSpeed);
  const [ofMoment, setOfMoment] = useState<number | null>(null);
  const speed = ofMoment ?? own;
  useEffect(() => playable?.setSpeed(speed), [playable, speed]);
  useEffect(() => {
    if (!playable) return;
    const play = () => {
      const moment = playhead.takeWatched();
      if (moment === null) return;
      setOfMoment(moment.speed);
      // At once: the effect above would come after the first frames.
      playable.setSpeed(moment.speed);
      playable.seek(moment.start);
      void playable.play();
      onWatch();
    };
    play();
    const unsubscribers = [playhead.onWatch(play), playhead.onSeek(() => setOfMoment(null))];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [playable, playhead]);
  const select = (next: number) => {
    setOfMoment(null);
    setOwn(next);
  };
  return [speed, select] as const;
}

function isSpeed(value: unknown): value is number {
  return speeds.some((speed) => speed === value);
}
