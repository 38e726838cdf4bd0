import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/files/any-text.ts';
import { jobConfig } from './job.ts';
import { settingErrors } from './settings/check-settings.ts';
import { parseFlag, parseValue } from './settings/parse-value.ts';
import type { Setting } from './settings/setting.ts';
import { defaultSettings, settingsTable } from './settings/settings-table.ts';
import { readSubmittedSettings, readTogetherSettings, submittedSettings } from './submitted-settings.ts';

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

  test('is read from no other text', () => {
    const known = new Set([...words.true, ...words.false]);
    fc.assert(
      fc.property(
        anyText().filter((text) => !known.has(text.toLowerCase())),
        (text) => {
          expect(parseFlag(text)).toBeNull();
        },
      ),
    );
  });
});

const parseDim = (text: string) => parseValue(settingsTable.fields.bg_dim, text);

describe('a dim as text', () => {
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
    ['80%', 0.8],
    ['100%', 1],
    ['1%', 0.01],
    ['0.5%', 0.005],
    ['0%', 0],
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
    '101%',
    '-1%',
    '%',
    '50%%',
    '50 %',
    '1e3',
    'NaN',
    'Infinity',
    '0x1',
    '1_0',
    '1,5',
    '٣',
    ' 1',
    '1 ',
  ])('%j is not valid', (text) => {
    expect(parseDim(text)).toBeNull();
  });

  test('is a fraction up to 1 and a percentage from there to 100', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (number) => {
        expect(parseDim(number.toFixed(10))).toBeCloseTo(number > 1 ? number / 100 : number, 8);
      }),
    );
  });

  test('is null or a number from 0 to 1 for any text', () => {
    const text = fc.oneof(anyText(), fc.stringMatching(/^[-+.\de]{1,12}$/));
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
  test('are the defaults if the form has none', () => {
    expect(readSubmittedSettings(new Map())).toEqual({ settings: defaultSettings });
  });

  test('are the defaults if the field `settings` is empty; no other field may be empty', () => {
    expect(readSubmittedSettings(new Map([['settings', ['']]]))).toEqual({ settings: defaultSettings });
    for (const field of Object.keys(settingsTable.fields)) {
      expect(readSubmittedSettings(new Map([[field, ['']]]))).toMatchObject({ errors: [{ field }] });
    }
  });

  test('ignore other fields', () => {
    expect(readSubmittedSettings(new Map([['colour', ['red', 'blue']]]))).toEqual({ settings: defaultSettings });
  });

  test('include the JSON object in the field `settings`, which must be given once', () => {
    expect(readSubmittedSettings(new Map([['settings', ['{"cursor_size": 2}']]]))).toEqual({
      settings: { ...defaultSettings, settings: { cursor_size: 2 } },
    });
    expect(readSubmittedSettings(new Map([['settings', ['{}', '{}']]]))).toEqual({
      errors: [{ field: 'settings', message: 'Must be given once.' }],
    });
  });

  test.each([
    ['skin', 'a/b', 'Must be a skin name of letters, digits, spaces, hyphens and underscores.'],
    ['skin', 'x'.repeat(129), 'Must be a skin name of letters, digits, spaces, hyphens and underscores.'],
    ['bg_dim', '101', 'Must be a number from 0 to 1, or a percentage up to 100.'],
    ['bg_dim', 'dark', 'Must be a number from 0 to 1, or a percentage up to 100.'],
    ['resolution', '8k', 'Must be 1080p or 4k.'],
    ['resolution', '480p', 'Must be 1080p or 4k.'],
    ['video', 'maybe', 'Must be true or false.'],
  ])('%s=%j is refused: %s', (field, text, message) => {
    expect(readSubmittedSettings(new Map([[field, [text]]]))).toEqual({ errors: [{ field, message }] });
  });

  test('report all errors together, in the order of the fields', () => {
    const form = { settings: ['[]'], video: ['x'], resolution: ['4k', '4k'], skin: ['Mine'] };
    expect(readSubmittedSettings(new Map(Object.entries(form)))).toEqual({
      errors: [
        { field: 'resolution', message: 'Must be given once.' },
        { field: 'video', message: 'Must be true or false.' },
        { field: 'settings', message: 'Must be a JSON object of settings.' },
      ],
    });
  });

  test('are valid, or every error names a field of the form', () => {
    const fields = fc.constantFrom(...Object.keys(defaultSettings), 'other');
    const texts = fc.oneof(
      anyText(),
      fc.constantFrom('true', '0', '4k', '0.3', 'My skin', '1080p', '{"cursor_size":0.1}'),
    );
    const form = fc.dictionary(fields, fc.array(texts, { minLength: 1, maxLength: 2 }));
    fc.assert(
      fc.property(form, (sent) => {
        const read = readSubmittedSettings(new Map(Object.entries(sent)));
        if ('settings' in read)
          expect(jobConfig.omit({ replay_stats: true }).parse(read.settings)).toEqual(read.settings);
        else for (const { field } of read.errors) expect(Object.keys(sent)).toContain(field);
      }),
    );
  });
});

describe('the JSON object of settings', () => {
  const read = (text: string) => readSubmittedSettings(new Map([['settings', [text]]]));
  const { settings: schema } = submittedSettings.shape;

  describe.each(Object.entries<Setting>(settingsTable.settings))('%s', (name, setting) => {
    test.each(samplesOf(setting))('%j: accepted %j, by the schema and by the check without zod', (value, isValid) => {
      expect(schema.safeParse({ [name]: value }).success).toBe(isValid);
      expect(settingErrors({ [name]: value })).toHaveLength(isValid ? 0 : 1);
    });
  });

  test('refuses an unknown name and repeats it', () => {
    expect(read('{"cursor_sise": 2}')).toEqual({
      errors: [{ field: 'settings.cursor_sise', message: 'There is no setting "cursor_sise".' }],
    });
  });

  test('refuses a setting of several replays, and names the endpoint that accepts it', () => {
    expect(read('{"layout": "ghosts"}')).toEqual({
      errors: [{ field: 'settings.layout', message: 'layout is only for several replays: POST /v1/render/together.' }],
    });
  });

  test('refuses a value out of range and states the range', () => {
    expect(read('{"cursor_size": 9}')).toEqual({
      errors: [{ field: 'settings.cursor_size', message: 'cursor_size must be a number from 0.1 to 5.' }],
    });
  });

  test.each([' ', '\u0000', '[]', 'null', '3', '"cursor_size"', '{"cursor_size": 1', '{cursor_size: 1}'])(
    '%j is not a JSON object of settings',
    (text) => {
      expect(read(text)).toEqual({ errors: [{ field: 'settings', message: 'Must be a JSON object of settings.' }] });
    },
  );

  test.each(['__proto__', 'constructor', 'toString'])('%s is not a setting, although every object has it', (name) => {
    expect(read(`{"${name}": 1}`)).toHaveProperty('errors');
  });

  test('an answer to many errors with long names stays small', () => {
    const settings = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(500)}`, 1]));
    expect(JSON.stringify(read(JSON.stringify(settings))).length).toBeLessThan(4_000);
  });
});

/** Values on both sides of every boundary. */
function samplesOf(setting: Setting): [unknown, boolean][] {
  const samples: [unknown, boolean][] = [
    [null, setting.default === null],
    [true, setting.kind === 'flag'],
    ['true', false],
    [[], false],
    [{}, false],
    [Number.NaN, false],
  ];
  if (setting.kind === 'number') {
    samples.push([setting.min, true], [setting.max, true], [setting.min - 0.001, false], [setting.max + 0.001, false]);
  }
  if (setting.kind === 'choice') samples.push(...setting.choices.map((choice): [unknown, boolean] => [choice, true]));
  return samples;
}

test('several replays in one video cannot show moments', () => {
  const form = (settings: object) => new Map([['settings', [JSON.stringify(settings)]]]);
  expect(readTogetherSettings(form({ moments: null }))).toMatchObject({ settings: { settings: { layout: 'ghosts' } } });
  expect(readTogetherSettings(form({ moments: 'highlights' }))).toEqual({
    errors: [{ field: 'settings.moments', message: 'A video of several replays cannot show moments.' }],
  });
});

describe('a clip', () => {
  const readClip = (read: typeof readSubmittedSettings, clip: object) =>
    read(new Map([['settings', [JSON.stringify(clip)]]]));

  test.each([
    { clip_start: 1, clip_end: 1.1 },
    { clip_start: 1, clip_end: null },
    { clip_end: -1 },
    { clip_start: 9999 },
  ])('may be in a play: %j', (clip) => {
    expect(readClip(readSubmittedSettings, clip)).toMatchObject({ settings: { settings: clip } });
  });

  test.each([
    { clip_start: 10, clip_end: 5 },
    { clip_start: 10, clip_end: 10 },
  ])('cannot be in any play: %j', (clip) => {
    const errors = [{ field: 'settings.clip_end', message: 'clip_end must be greater than clip_start.' }];
    for (const read of [readSubmittedSettings, readTogetherSettings]) expect(readClip(read, clip)).toEqual({ errors });
  });
});
