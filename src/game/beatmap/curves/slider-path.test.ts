import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapBytes } from '../../../../test/support/beatmaps/map-text.ts';
import { parseBeatmap, pointAt, type Slider, type SliderPath } from '../index.ts';
import { createWorkBudget } from '../work-budget.ts';
import { sliderPath } from './slider-path.ts';

type Rules = 'stable' | 'lazer';
const upright = { horizontally: false, vertically: false };

/** The path of a slider at 0,0 in a map of the latest format. */
function pathOf(
  curve: string,
  length: number | '' = '',
  rules: Rules = 'stable',
  format = rules === 'lazer' ? 128 : 14,
) {
  const { beatmap } = parseBeatmap(mapBytes({ format, objects: [`0,0,0,2,0,${curve},1,${length}`] }));
  const slider = beatmap.objects[0] as Slider;
  return sliderPath(slider, { rules, formatVersion: format, mirror: upright, budget: createWorkBudget() });
}

const vertices = ({ xs, ys }: SliderPath) => Array.from(xs, (x, i) => ({ x, y: ys[i]! }));
const places = (path: SliderPath) => vertices(path).map(({ x, y }) => [x, y]);

describe.each<Rules>(['stable', 'lazer'])('under %s rules', (rules) => {
  test('a linear path goes from point to point', () => {
    const path = pathOf('L|30:40|30:100', '', rules);
    expect(places(path)).toEqual([
      [0, 0],
      [30, 40],
      [30, 100],
    ]);
    expect([...path.distances]).toEqual([0, 50, 110]);
  });

  test.each([
    [110, [30, 100]],
    [80, [30, 70]],
    [50, [30, 40]],
    [25, [15, 20]],
    [150, [30, 140]],
  ])('a length of %d ends at %j [SP5]', (length, end) => {
    const path = pathOf('L|30:40|30:100', length, rules);
    expect(path.length).toBeCloseTo(length, 4);
    expect(vertices(path).at(-1)?.x).toBeCloseTo(end[0]!, 4);
    expect(vertices(path).at(-1)?.y).toBeCloseTo(end[1]!, 4);
  });

  test('a path that ends with two equal points is not extended [SP5]', () => {
    expect(pathOf('L|100:0|100:0', 200, rules).length).toBe(100);
    expect(pathOf('L|100:0|100:0', 60, rules).length).toBe(60);
  });

  test('a slider without extent has a path of one point', () => {
    const path = pathOf('L|0:0', 50, rules);
    expect(path.length).toBe(0);
    expect(pointAt(path, 10)).toEqual({ x: 0, y: 0 });
  });

  test('a Bézier of two points is a line, one of three a parabola [SP2]', () => {
    expect(places(pathOf('B|100:0', '', rules))).toEqual([
      [0, 0],
      [100, 0],
    ]);
    const path = pathOf('B|100:200|200:0', '', rules);
    for (const { x, y } of vertices(path)) expect(Math.abs(y - 2 * x * (1 - x / 200))).toBeLessThan(0.5);
    expect(vertices(path).length).toBeGreaterThan(8);
  });

  test('a repeated point splits a Bézier, unless it is the last one [SP1]', () => {
    const corner = pathOf('B|100:0|100:0|100:100', '', rules);
    expect(corner.length).toBe(200);
    expect(pointAt(corner, 100)).toEqual({ x: 100, y: 0 });
    const pulled = pathOf('B|100:0|100:100|100:100', '', rules);
    expect(vertices(pulled).length).toBeGreaterThan(4);
    expect(pulled.length).toBeLessThan(180);
  });

  test('three points make an arc through the middle one, in either direction [SP3]', () => {
    for (const [curve, centre] of [
      ['P|50:-50|100:0', { x: 50, y: 0 }],
      ['P|50:50|100:0', { x: 50, y: 0 }],
    ] as const) {
      const path = pathOf(curve, '', rules);
      expect(path.length).toBeCloseTo(50 * Math.PI, -0.5);
      for (const { x, y } of vertices(path)) expect(Math.hypot(x - centre.x, y - centre.y)).toBeCloseTo(50, 3);
      const middle = pointAt(path, path.length / 2);
      expect(Math.sign(middle.y)).toBe(curve.includes('-') ? -1 : 1);
    }
  });

  test('three collinear points make a line, and four points a Bézier [SP3]', () => {
    expect(places(pathOf('P|50:50|100:100', '', rules)).slice(0, 2)).toEqual([
      [0, 0],
      [50, 50],
    ]);
    expect(places(pathOf('P|10:50|60:90|100:0', '', rules))).toEqual(places(pathOf('B|10:50|60:90|100:0', '', rules)));
  });

  test('an arc through nearly collinear points ends at its length, however large its circle [SP3]', () => {
    const path = pathOf('P|65536:1|131072:1', 200, rules);
    expect(path.length).toBeCloseTo(200, 2);
  });

  test('a Catmull curve goes through its points [SP4]', () => {
    const path = pathOf('C|50:60|100:0|150:60', '', rules);
    for (const [x, y] of [
      [50, 60],
      [100, 0],
      [150, 60],
    ]) {
      expect(places(path)).toContainEqual([x, y]);
    }
  });

  test('vertices are in order of distance, and pointAt stays on the path', () => {
    const coordinate = fc.integer({ min: -200, max: 700 });
    const point = fc.tuple(coordinate, coordinate).map(([x, y]) => `${x}:${y}`);
    const curve = fc
      .tuple(fc.constantFrom('L', 'B', 'P', 'C'), fc.array(point, { minLength: 1, maxLength: 6 }))
      .map(([type, points]) => [type, ...points].join('|'));
    fc.assert(
      fc.property(
        curve,
        fc.integer({ min: 1, max: 900 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, length, part) => {
          const path = pathOf(text, length, rules);
          path.distances.forEach((distance, i) => {
            if (i > 0) expect(distance).toBeGreaterThanOrEqual(path.distances[i - 1]!);
          });
          expect(path.length).toBeLessThanOrEqual(length + 0.01);
          const { x, y } = pointAt(path, part * path.length);
          const reach = vertices(path).reduce((far, p) => Math.max(far, Math.abs(p.x), Math.abs(p.y)), 0);
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(reach + 0.001);
        },
      ),
    );
  });
});

test('stable splits an arc into trunc(length / 8) pieces, lazer by curvature [SP3]', () => {
  expect(vertices(pathOf('P|50:-50|100:0', '', 'stable'))).toHaveLength(Math.trunc((50 * Math.PI) / 8) + 1);
  expect(vertices(pathOf('P|50:-50|100:0', '', 'lazer'))).toHaveLength(
    Math.ceil(Math.PI / (2 * Math.acos(1 - 0.1 / 50))),
  );
});

test('lazer draws an arc of a thousand vertices as a Bézier [SP3]', () => {
  const giant = 'P|130000:200|0:400';
  expect(places(pathOf(giant, 1000, 'lazer'))).toEqual(places(pathOf(giant.replace('P', 'B'), 1000, 'lazer')));
});

test('lazer keeps Catmull vertices 6 pixels apart and counts the omitted length [SP4]', () => {
  const bulb = 'C|50:0|50:0|100:0';
  const stable = pathOf(bulb);
  const lazer = pathOf(bulb, '', 'lazer');
  expect(vertices(lazer).length).toBeLessThan(vertices(stable).length / 2);
  expect(lazer.length).toBeCloseTo(stable.length, 3);
});

test('a B-spline is smoother than its polygon, and a Bézier if it has only degree + 1 points [SP6]', () => {
  const points = '|100:0|100:100|0:100|0:200';
  const spline = pathOf(`B2${points}`, '', 'lazer');
  // A spline of degree 2 touches the polygon in the middle of its inner sides.
  const nearest = (x: number, y: number) => Math.min(...vertices(spline).map((p) => Math.hypot(p.x - x, p.y - y)));
  expect(nearest(100, 50)).toBeLessThan(1);
  expect(nearest(50, 100)).toBeLessThan(1);
  expect(nearest(100, 100)).toBeGreaterThan(5);
  expect(places(spline).at(-1)).toEqual([0, 200]);
  expect(places(pathOf(`B4${points}`, '', 'lazer'))).toEqual(places(pathOf(`B${points}`, '', 'lazer')));
});

test('a curve may have segments of several types [SP7]', () => {
  const path = pathOf('L|100:0|P|200:0|250:50|200:100', '', 'lazer');
  expect(path.length).toBeCloseTo(200 + 50 * Math.PI, -0.5);
  expect(places(path).at(-1)).toEqual([200, 100]);
});

test('mirroring applies to the path', () => {
  const slider = parseBeatmap(mapBytes({ objects: ['100,100,0,2,0,B|150:180|200:100,1,100'] })).beatmap
    .objects[0] as Slider;
  const options = { rules: 'stable', formatVersion: 14, budget: createWorkBudget() } as const;
  const plain = sliderPath(slider, { ...options, mirror: upright });
  const turned = sliderPath(slider, { ...options, mirror: { horizontally: true, vertically: true } });
  vertices(plain).forEach(({ x, y }, i) => {
    expect(vertices(turned)[i]?.x).toBeCloseTo(-x, 3);
    expect(vertices(turned)[i]?.y).toBeCloseTo(-y, 3);
  });
});

test.each([
  ['vertices', `C${'|5:5|90:5'.repeat(3000)}`, 4],
  ['curve steps', `B${'|5:5|90:5'.repeat(2500)}`, 2],
])('refuses a map with too many %s', (_, curve, sliders) => {
  const { beatmap } = parseBeatmap(mapBytes({ objects: [`0,0,0,2,0,${curve},1,`] }));
  const budget = createWorkBudget();
  const flattenAll = () => {
    for (let i = 0; i < sliders; i++) {
      sliderPath(beatmap.objects[0] as Slider, { rules: 'stable', formatVersion: 14, mirror: upright, budget });
    }
  };
  expect(flattenAll).toThrow(expect.objectContaining({ code: 'beatmap/too-large' }));
});

describe('stable, in old formats', () => {
  const old = (curve: string, format: number) => pathOf(curve, '', 'stable', format);

  test('format 9 divides a Bézier into 50 even steps per point and omits its end [SP9]', () => {
    expect(vertices(old('B|100:200|200:0', 9))).toHaveLength(150);
    expect(places(old('B|100:200|200:0', 9)).at(-1)).not.toEqual([200, 0]);
    expect(places(old('B|100:200|200:0', 10)).at(-1)).toEqual([200, 0]);
    expect(vertices(old('B|100:0', 9))).toHaveLength(2);
  });

  test('in format 9, the ball jumps from one piece to the next [SP9]', () => {
    const corner = old('B|50:80|100:0|100:0|150:80|200:0', 9);
    const gap = vertices(corner).findIndex(({ x, y }) => x === 100 && y === 0);
    expect(corner.distances[gap]).toBe(corner.distances[gap - 1]);
  });

  test('before format 7, a piece contains both of two repeated points [SP10]', () => {
    const curve = 'B|50:80|100:0|100:0|150:80|200:0';
    expect(places(old(curve, 6))).not.toEqual(places(old(curve, 7)));
    expect(places(old(curve, 7))).toEqual(places(old(curve, 14)));
  });
});

test('stable rounds playfield positions, lazer positions relative to the head [SP11]', () => {
  const rounded = (rules: Rules, shift: number) => {
    const { beatmap } = parseBeatmap(mapBytes({ objects: ['301,77,0,2,0,P|350:90|360:150,1,'] }));
    const options = { rules, formatVersion: 14, mirror: upright, budget: createWorkBudget() };
    const path = sliderPath(beatmap.objects[0] as Slider, options);
    return [...path.xs].every((x) => Math.fround(x + shift) === x + shift);
  };
  expect([rounded('stable', 301), rounded('lazer', 0)]).toEqual([true, true]);
  expect(rounded('lazer', 301)).toBe(false);
});

test('stable rounds each step of shortening a path, lazer only the result [SP12]', () => {
  expect(places(pathOf('L|30:40', 25, 'stable')).at(-1)).toEqual([15.000000953674316, 20]);
  expect(places(pathOf('L|30:40', 25, 'lazer')).at(-1)).toEqual([15, 20]);
});
