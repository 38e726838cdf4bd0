import { afterEach, expect, test, vi } from 'vitest';
import { plotOptionsOf, ticksBetween } from './plot-options.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['of a whole play', { min: 0.4, max: 21, step: 10, origin: 0 }, [10, 20]],
  ['of a clip, which begins in the play', { min: 0.4, max: 51, step: 20, origin: 30 }, [10, 30, 50]],
  [
    'with Double Time, every ten seconds that the player shows',
    { min: 1, max: 46, step: 15, origin: 15 },
    [15, 30, 45],
  ],
  ['of a range without one', { min: 1, max: 2, step: 10, origin: 0 }, []],
])('ticks %s', (_, axis, ticks) => {
  expect(ticksBetween(axis)).toEqual(ticks);
});

test('the values of an axis have the decimal sign of the page', () => {
  const body = { append: () => {} };
  const createElement = () => ({ style: {}, remove: () => {} });
  vi.stubGlobal('document', { documentElement: { lang: 'de' }, body, createElement });
  vi.stubGlobal('getComputedStyle', () => ({ color: '' }));
  const readings = { count: 0, text: () => '', time: () => null };
  const chart = { title: '', times: new Float64Array(), lines: [], legend: [], readings, range: null };
  const data = { span: { start: 0, end: 1 }, shownTime: { start: 0, rate: 1 } };
  const { axes } = plotOptionsOf(chart, data, 100);
  const values = axes?.[1]?.values as ((plot: null, ticks: number[]) => string[]) | undefined;
  expect(values?.(null, [99.5, 1000])).toEqual(['99,5', '1.000']);
});
