import { describe, expect, test } from 'vitest';
import type { Row } from '../../../../test/support/replays/build-play.ts';
import { buildScene } from '../../../../test/support/scene/build-scene.ts';
import {
  circle,
  itemsAt,
  lookAt,
  spritesAt,
  stillCursor,
  untouched,
} from '../../../../test/support/scene/playfield-items.ts';
import { lazerMods } from '../../../game/mods/index.ts';
import type { DisplayItem } from '../display-list/display-list.ts';
import type { Scene } from '../index.ts';

describe('lazer', () => {
  const slider = '100,100,2000,6,0,L|300:100,1,200';
  const headOnly = stillCursor(100, 100, 2000, 2100);
  const skin = { without: ['particle300', 'particle100', 'particle50'] } as const;

  test('shows judgements at slider heads, and missed ticks and ends', () => {
    const scene = buildScene({ objects: [slider], frames: headOnly, skin, mods: lazerMods([]) });
    expect(spritesAt(scene, 2300, 'hit300')[0]?.at).toEqual({ x: 609, y: 351 });
    expect(spritesAt(scene, 2700, 'slidertickmiss')).toHaveLength(1);
    expect(spritesAt(scene, 3300, 'sliderendmiss')).toHaveLength(1);
  });

  test('missed ticks and ends shrink a little and fade, without the fall of a miss', () => {
    const scene = buildScene({ objects: [slider], frames: headOnly, skin, mods: lazerMods([]) });
    const [tick] = spritesAt(scene, 2500.5, 'slidertickmiss');
    expect(tick?.rotation).toBeUndefined();
    const sizes = [0, 50, 100, 400].map((since) => lookAt(scene, 2500 + Math.max(since, 1), 'slidertickmiss'));
    const whole = sizes[3]!.scale;
    expect(sizes.map((size) => Math.round((size!.scale / whole) * 100) / 100)).toEqual([1.2, 1.15, 1, 1]);
    expect(lookAt(scene, 2749, 'slidertickmiss')?.alpha).toBe(1);
    expect(lookAt(scene, 3050, 'slidertickmiss')?.alpha).toBeCloseTo(0.5, 1);
    expect(lookAt(scene, 3360, 'slidertickmiss')).toBeNull();
  });

  test.each([
    ['at its head', [], { x: 609, y: 351 }],
    ['with Classic, at its end', [{ acronym: 'CL', settings: {} }], { x: 1059, y: 351 }],
  ])('the glow of a hit slider is %s', (_, mods, at) => {
    const scene = buildScene({ objects: [slider], frames: headOnly, skin: { glows: true }, mods: lazerMods(mods) });
    const glows = [2300, 3300].flatMap((t) => spritesAt(scene, t, 'lighting'));
    expect(new Set(glows.map((glow) => JSON.stringify(glow.at)))).toEqual(new Set([JSON.stringify(at)]));
  });

  test('shows 50 points for each bonus of a spinner, at most those that it gives', () => {
    const frames: Row[] = [[0, 306, 192, 0]];
    for (let t = 2000; t < 6000; t += 16) {
      const turn = (t - 2000) / 20;
      frames.push([t, 256 + 50 * Math.cos(turn), 192 + 50 * Math.sin(turn), t < 5000 ? 5 : 0]);
    }
    const scene = buildScene({ objects: ['256,192,2000,12,0,5000'], frames, mods: lazerMods([]) });
    const textAt = (t: number) =>
      itemsAt(scene, t)
        .flatMap((item) => (item.kind === 'sprite' ? (/^user\/score (\d)$/.exec(item.image)?.[1] ?? []) : []))
        .join('');
    const [play] = scene.play.objects;
    const bonuses = play?.kind === 'spinner' ? [...play.bonuses] : [];
    const speed = /\d{3}$/;
    expect(bonuses.map((time) => textAt(time + 5).replace(speed, ''))).toEqual(
      bonuses.map((_, i) => String(50 * Math.min(i + 1, 10))),
    );
  });

  test('with Classic, shows the judgement of a slider at its end', () => {
    const mods = lazerMods([{ acronym: 'CL', settings: {} }]);
    const scene = buildScene({ objects: [slider], frames: headOnly, skin, mods });
    expect(spritesAt(scene, 2300, 'hit300')).toEqual([]);
    expect(spritesAt(scene, 3300, 'hit50')[0]?.at).toEqual({ x: 1059, y: 351 });
  });

  test('does not dim the playfield below a spinner', () => {
    const parts = { objects: ['256,192,2000,12,0,4000'], ini: ['SpinnerFadePlayfield: 1'] };
    const fills = (scene: Scene) => itemsAt(scene, 3000).filter(({ kind }) => kind === 'fill').length;
    expect([fills(buildScene(parts)), fills(buildScene({ ...parts, mods: lazerMods([]) }))]).toEqual([1, 0]);
  });

  test('without Classic, does not fade a late circle before it is missed', () => {
    const scene = buildScene({ objects: [circle], frames: untouched, mods: lazerMods([]) });
    expect(lookAt(scene, 2140, 'hitcircle')?.alpha).toBe(1);
  });

  test('with Traceable, draws only outlines, arrows and approach circles', () => {
    const mods = lazerMods([{ acronym: 'TC', settings: {} }]);
    const items = itemsAt(buildScene({ objects: ['100,100,2000,6,0,L|300:100,2,200'], frames: untouched, mods }), 1900);
    const images = items.map((item) => (item.kind === 'sprite' ? item.image : item.kind));
    expect(images).toEqual(['body', 'user/reversearrow', 'user/sliderscorepoint', 'user/approachcircle']);
    expect(items[0]).toMatchObject({ body: { trackAlpha: 0, border: { r: 0, g: 202, b: 0 } } });
  });
});

test.each([
  ['full if the skin lets it not blink', ['SpinnerNoBlink: 1'], [1]],
  ['never still otherwise', [], [0.9, 1]],
])('the metre of a spinner that is cleared is %s', (_, ini, heights) => {
  const frames: Row[] = [[0, 306, 192, 0]];
  for (let t = 2000; t < 4000; t += 16)
    frames.push([t, 256 + 50 * Math.cos(t / 30), 192 + 50 * Math.sin(t / 30), t > 2000 ? 5 : 0]);
  const scene = buildScene({ objects: ['256,192,2000,12,0,4000'], frames, ini, skin: { spinner: 'old' } });
  const shown = Array.from({ length: 60 }, (_, i) => spritesAt(scene, 3400 + 10 * i, 'spinner-metre')[0]!.crop!.height);
  expect([...new Set(shown)].sort()).toEqual(heights);
});

describe('an unusual object:', () => {
  test.each([
    ['a slider without length', '100,100,2000,2,0,L|100:100,1,0'],
    ['a slider that turns 500 times in half a second', '100,100,2000,2,0,L|101:100,500,0.2'],
    ['a slider far outside', '-90000,100,2000,2,0,L|90000:5000,1,100000'],
    ['a spinner of no length', '256,192,2000,12,0,2000'],
  ])('%s is drawn with finite positions and sizes', (_, object) => {
    for (const timing of [undefined, ['0,NaN,4,1,0,100,1,0'], ['0,0.0001,4,1,0,100,1,0']]) {
      const scene = buildScene({ objects: [object, '300,300,2100,1,0'], frames: untouched, timing });
      for (let t = 500; t < 4000; t += 13) expect(itemsAt(scene, t).filter(isImpossible)).toEqual([]);
    }
  });

  function isImpossible(item: DisplayItem): boolean {
    if (item.kind === 'body') {
      return item.body.path.length === 0 || ![item.from, item.to, item.alpha].every(Number.isFinite);
    }
    return item.kind === 'sprite' && ![item.at.x, item.at.y, item.scale, item.rotation ?? 0].every(Number.isFinite);
  }
});

describe('layers', () => {
  test('lie in the order spinner, follow points, lights, objects, approach circles, judgements', () => {
    const scene = buildScene({
      objects: ['256,192,1900,12,0,4000', '100,100,2000,5,0', '300,100,2500,1,0', '400,300,2600,1,0'],
      frames: stillCursor(100, 100, 2000, 2030),
    });
    const order = itemsAt(scene, 2040).map((item) => (item.kind === 'sprite' ? item.image.slice(5) : item.kind));
    const first = (name: string) => order.findIndex((image) => image.startsWith(name));
    const firstIndices = ['spinner-', 'followpoint', 'particle300', 'hit300', 'hitcircle', 'approachcircle'].map(first);
    expect(firstIndices).not.toContain(-1);
    expect(firstIndices).toEqual([...firstIndices].sort((a, b) => a - b));
    expect(order.lastIndexOf('hit300')).toBeGreaterThan(first('approachcircle'));
  });

  test('the flashlight shrinks with the combo and is open in breaks, before the play and after it', () => {
    const stream = Array.from({ length: 110 }, (_, i) => `256,192,${1000 + i * 50},1,0`);
    const frames: Row[] = Array.from({ length: 4000 }, (_, i) => [
      i * 5,
      256,
      192,
      i * 5 >= 1000 && i % 10 < 5 ? 5 : 0,
    ]);
    const scene = buildScene({
      objects: [...stream, '256,192,12000,1,0', '256,192,14000,1,0'],
      general: ['StackLeniency: 0'],
      events: ['2,7000,11500'],
      frames,
      modBits: 1024,
    });
    const radius = (t: number) =>
      itemsAt(scene, t).flatMap((item) => (item.kind === 'spotlight' ? [item.innerPx / 2.25] : []))[0];
    expect(scene.play.result.maxCombo).toBeGreaterThanOrEqual(110);
    const small = 125 * 0.8125;
    const open = 125 * 2.5;
    // Two seconds before the first object it begins to close, for 0.8 s.
    expect([-1100, -600, -200, 900].map(radius)).toEqual([open, expect.closeTo(218.75), 125, 125]);
    expect(radius(6900)).toBeCloseTo(small);
    expect([9000, 11_170].map(radius)).toEqual([open, open]);
    // The last two circles are missed.
    expect(radius(12_100)).toBe(125);
    expect(radius(scene.span.end - 7000)).toBeCloseTo(open);
  });
});

test('star fountains shoot when kiai time starts, not at a timing point within it', () => {
  const timing = ['0,500,4,1,0,100,1,0', '2000,-100,4,1,0,100,0,1', '4000,-100,4,1,0,100,0,1'];
  const scene = buildScene({ objects: ['256,192,9000,5,0'], timing });
  expect(spritesAt(scene, 2012, 'star2')).not.toEqual([]);
  expect(spritesAt(scene, 4012, 'star2')).toEqual([]);
});
