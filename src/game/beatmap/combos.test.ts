import { describe, expect, test } from 'vitest';
import { type MapSections, preparePlayableMap } from '../../../test/support/beatmaps/map-text.ts';
import { comboColour, defaultComboColours } from './index.ts';

const combos = (objects: readonly string[], parts: MapSections = {}) =>
  preparePlayableMap({ ...parts, objects }).objects;
const circle = (time: number, type = 1) => `100,100,${time},${type},0`;
const spinner = (time: number, type = 8) => `256,192,${time},${type},0,${time + 50}`;

describe('combos', () => {
  test('start at the first object and at flagged objects; numbers count in between [CO1] [CO3]', () => {
    const objects = combos([circle(0), circle(100), circle(200, 5), circle(300), circle(400, 5)]);
    expect(objects.map(({ comboNumber }) => comboNumber)).toEqual([1, 2, 1, 2, 1]);
    expect(objects.map(({ comboIndex }) => comboIndex)).toEqual([1, 1, 2, 2, 3]);
    expect(objects.map(({ newCombo }) => newCombo)).toEqual([true, false, true, false, true]);
    expect(objects.map(({ lastInCombo }) => lastInCombo)).toEqual([false, true, false, true, true]);
  });

  test.each([
    ['flagged', 12],
    ['not flagged', 8],
  ])('start after a spinner, %s; the spinner itself takes no colour [CO1] [CO2]', (_, type) => {
    const objects = combos([circle(0, 5), circle(100), spinner(200, type), circle(300), circle(400)]);
    expect(objects.map(({ comboIndex }) => comboIndex)).toEqual([1, 1, 1, 2, 2]);
    expect(objects.map(({ comboNumber }) => comboNumber)).toEqual([1, 2, 2, 1, 2]);
    expect(objects.map(({ lastInCombo }) => lastInCombo)).toEqual([false, type === 12, true, false, true]);
  });

  test('skip beatmap colours only at a flagged object that is not a spinner [CO2] [CO3]', () => {
    const objects = combos([circle(0, 1 + 48), circle(100, 5 + 48), spinner(200, 12 + 32), circle(300, 5 + 16)]);
    expect(objects.map(({ comboIndexWithSkips }) => comboIndexWithSkips)).toEqual([1, 5, 5, 7]);
    expect(objects.map(({ comboIndex }) => comboIndex)).toEqual([1, 2, 2, 3]);
  });

  test.each([
    [1200, [true, false, true]],
    [1999, [true, false, true]],
    [2000, [true, false, false]],
  ])('start at the first object after a break that ends at %d: %j [CO1]', (end, expected) => {
    const objects = combos([circle(0), circle(100), circle(2000)], { events: [`2,200,${end}`] });
    expect(objects.map(({ newCombo }) => newCombo)).toEqual(expected);
  });
});

describe('the colour of a combo', () => {
  const colours = [10, 20, 30].map((r) => ({ r, g: 0, b: 0 }));

  test('starts with the second colour and uses the first one last [CO4]', () => {
    const objects = combos([circle(0, 5), circle(100, 5), circle(200, 5)]);
    expect(objects.map((object) => comboColour(object, colours, []).r)).toEqual([20, 30, 10]);
  });

  test('applies skips to colours of the map, not to those of the skin [CO4]', () => {
    const [, second] = combos([circle(0, 5), circle(100, 5 + 16)]);
    expect(comboColour(second!, colours, []).r).toBe(10);
    expect(comboColour(second!, [], colours).r).toBe(30);
    expect(comboColour(second!, [], [])).toEqual(defaultComboColours[2]);
  });
});
