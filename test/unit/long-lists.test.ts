import { expect, test } from 'vitest';
import type { PlayableMap } from '../../src/game/beatmap/index.ts';
import { lazerMods } from '../../src/game/mods/index.ts';
import { lazerScoringOf } from '../../src/game/play/index.ts';
import { defaultDrain } from '../../src/game/play/lazer/lazer-health.ts';
import { cropAround, thumbnailSize } from '../../src/rendering/render/artifacts/thumbnail.ts';
import { frameAt, soundsOf } from '../../src/rendering/scene/index.ts';
import { modBit, moving, type Playing, playOf, untouched } from '../support/replays/build-play.ts';
import { buildScene } from '../support/scene/build-scene.ts';

// A file may contain more of something than a call may have arguments, which is about 120,000 in Node and fewer in browsers.
const many = 200_000;

test('a slider that was let go very often has a sound for each time', () => {
  // It lasts 15 minutes, and the cursor stays within its follow circle.
  const frames = Array.from({ length: 2 * many }, (_, i) => [1000 + i * 2, 130, 100, i % 2] as const);
  const timing = ['0,60000,4,2,0,70,1,0', '5,-1000,4,2,0,70,0,0'];
  const scene = buildScene({ objects: ['100,100,1000,2,0,L|170:100,2,60'], timing, frames, modBits: 1 });
  expect(soundsOf(scene).loops.length).toBeGreaterThan(many / 2);
});

test('a storyboard sprite with very many loops is drawn', () => {
  const loops = Array.from({ length: many }, (_, i) => [` L,${2000 + i},2`, '  F,0,0,10,1,0.5']).flat();
  const events = ['Sprite,Background,Centre,"a.png",320,240', ...loops];
  const scene = buildScene({ events, objects: ['256,192,3000,1,0'] });
  const names = frameAt(scene, 2500).items.flatMap((item) => (item.kind === 'sprite' ? [item.image] : []));
  expect(names).toContain('storyboard/a.png');
});

test('a storyboard with failing and passing sprites has very many breaks', () => {
  const breaks = Array.from({ length: many }, (_, i) => `2,${i},${i + 3000}`);
  const events = [...breaks, 'Sprite,Fail,Centre,"a.png",320,240', ' F,0,0,300000,1'];
  expect(() => buildScene({ events, objects: ['256,192,300000,1,0'], frames: untouched, modBits: 1 })).not.toThrow();
});

test('a thumbnail shows very many objects at once', () => {
  const object = { kind: 'circle', startTime: 0, endTime: 0, at: { x: 256, y: 192 } };
  const map = { preempt: 1000, objects: new Array(many).fill(object) } as unknown as PlayableMap;
  expect(cropAround(map, 0, thumbnailSize)).toMatchObject({ left: 224, top: 142 });
});

test('the health of lazer is computed for a slider with very many points', () => {
  const points = Array.from({ length: many }, (_, i) => ({ kind: 'tick', time: i }));
  const slider = { kind: 'slider', startTime: 0, endTime: many, points };
  const map = { objects: [slider], hp: 5, beatmap: { breaks: [] } } as unknown as PlayableMap;
  expect(defaultDrain(map, lazerScoringOf(lazerMods([])))).toBeGreaterThan(0);
});

test.each<[string, Playing]>([
  ['stable', { modBits: modBit.NF }],
  ['lazer', { lazer: ['NF'] }],
])('very many spinners at the same time are refused under the rules of %s', (_, playing) => {
  const objects = Array.from({ length: 1000 }, (_, i) => `256,192,${1000 + i},12,0,2000000`);
  const rows = moving(0, 200_000, 16, (t) => [256 + 100 * Math.cos(t), 192 + 100 * Math.sin(t), 1]);
  expect(() => playOf({ objects }, rows, playing)).toThrow(expect.objectContaining({ code: 'beatmap/too-large' }));
});

test('a spinner may last as long as the longest replay', () => {
  const rows = moving(0, 8_000_000, 16, () => [256, 92, 1]);
  expect(playOf({ objects: ['256,192,1000,12,0,9000000'] }, rows, { modBits: modBit.NF }).judgements).toHaveLength(1);
});
