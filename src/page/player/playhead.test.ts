import { expect, test } from 'vitest';
import { createPlayhead } from './playhead.ts';

test('a moment that is asked for before there is a player is played by the first one, once', () => {
  const playhead = createPlayhead();
  playhead.watch({ start: 1000, speed: 0.5 });
  playhead.watch({ start: 2000, speed: 0.5 });
  expect(playhead.takeWatched()).toEqual({ start: 2000, speed: 0.5 });
  expect(playhead.takeWatched()).toBeNull();
});

test('a player is told of each moment until it unsubscribes', () => {
  const playhead = createPlayhead();
  const taken: unknown[] = [];
  const unsubscribe = playhead.onWatch(() => taken.push(playhead.takeWatched()?.start));
  playhead.watch({ start: 1000, speed: 1 });
  unsubscribe();
  playhead.watch({ start: 2000, speed: 1 });
  expect(taken).toEqual([1000]);
});
