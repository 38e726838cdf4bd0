import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jobConfig } from './job.ts';
import { parseDim, parseFlag } from './plain/form-values.ts';
import { defaultRenderSettings } from './plain/render-defaults.ts';
import { readRenderSettings } from './render-settings.ts';

describe('a flag', () => {
  const words = { true: ['true', '1', 'yes', 'on', 't', 'y'], false: ['false', '0', 'no', 'off', 'f', 'n'] };

  test.each([...words.true, ...words.false])('%s is read in any case', (word) => {
    const expected = words.true.includes(word);
    fc.assert(
      fc.property(fc.mixedCase(fc.constant(word)), (spelling) => {
        expect(parseFlag(spelling)).toBe(expected);
      }),
    );
  });

  test('nothing else is one', () => {
    const known = new Set([...words.true, ...words.false]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => !known.has(text.toLowerCase())),
        (text) => {
          expect(parseFlag(text)).toBeNull();
        },
      ),
    );
  });
});

describe('a dim', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['1', 1],
    ['+0.5', 0.5],
    ['5.', 0.05],
    ['.5', 0.5],
    ['1.0000001', 0.010000001],
    ['95', 0.95],
    ['100', 1],
    ['1E2', 1],
    ['1e-3', 0.001],
  ])('%s is %d', (text, value) => {
    expect(parseDim(text)).toBeCloseTo(value, 12);
    expect(Object.is(parseDim(text), -0)).toBe(false);
  });

  test.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '-0.0001',
    '100.0001',
    '1e3',
    'NaN',
    'Infinity',
    '0x1',
    '1_0',
    '1,5',
    '٣',
    ' 1',
    '1 ',
  ])('%j is none', (text) => {
    expect(parseDim(text)).toBeNull();
  });

  test('from 0 to 1 it is itself, above 1 and up to 100 a percentage', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (number) => {
        expect(parseDim(number.toFixed(10))).toBeCloseTo(number > 1 ? number / 100 : number, 8);
      }),
    );
  });

  test('whatever the text, it is null or from 0 to 1', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+.\de]{1,12}$/));
    fc.assert(
      fc.property(text, (input) => {
        const dim = parseDim(input);
        if (dim === null) return;
        expect(dim).toBeGreaterThanOrEqual(0);
        expect(dim).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the settings of a form', () => {
  const unchanged = { ...defaultRenderSettings, settings: {} };

  test('that says nothing are the defaults', () => {
    expect(readRenderSettings(new Map())).toEqual({ settings: unchanged });
  });

  test('leave fields of other names alone', () => {
    expect(readRenderSettings(new Map([['colour', ['red', 'blue']]]))).toEqual({ settings: unchanged });
  });

  test('hold those of the table, given once and in JSON', () => {
    expect(readRenderSettings(new Map([['settings', ['{"cursor_size": 2}']]]))).toEqual({
      settings: { ...unchanged, settings: { cursor_size: 2 } },
    });
    expect(readRenderSettings(new Map([['settings', ['{}', '{}']]]))).toEqual({
      errors: [{ field: 'settings', message: 'Must be given once.' }],
    });
  });

  test('are either valid, or every error names a field that was given', () => {
    const fields = fc.constantFrom(...Object.keys(unchanged), 'other');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('true', '0', '4k', '0.3', 'My skin', '1080p', '{"cursor_size":0.1}'),
    );
    const form = fc.dictionary(fields, fc.array(texts, { minLength: 1, maxLength: 2 }));
    fc.assert(
      fc.property(form, (given) => {
        const read = readRenderSettings(new Map(Object.entries(given)));
        if ('settings' in read)
          expect(jobConfig.omit({ replay_stats: true }).parse(read.settings)).toEqual(read.settings);
        else for (const { field } of read.errors) expect(Object.keys(given)).toContain(field);
      }),
    );
  });
});
