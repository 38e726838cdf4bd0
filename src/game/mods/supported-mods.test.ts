import { expect, test } from 'vitest';
import { lazerMods, requireSupportedMods, stableMods } from './index.ts';

const lazer = (text: string) => lazerMods(text.split(' ').map((acronym) => ({ acronym, settings: {} })));

test.each([
  'NF',
  'HD HR DT',
  'EZ HT FL',
  'DC CL',
  'DA MR',
  'RX',
  'AP',
  'SO',
  'AL',
  'SG',
  'ST',
  'TC',
  'AC',
  'AT',
  'SV2',
  'AD',
  'DP',
  'AS',
  'BL',
  'BM',
  'FR',
  'NS',
  'SY',
  'WU',
  'WD',
  'BR',
  'BU',
  'CN',
  'MU',
  'WG GR',
  'TR DF',
  'SI',
])('lazer: %s is supported', (text) => {
  expect(() => requireSupportedMods(lazer(text))).not.toThrow();
});

test.each(['MG', 'RP'])('lazer: %s is refused with the reason', (text) => {
  expect(() => requireSupportedMods(lazer(`HD ${text}`))).toThrow(
    expect.objectContaining({
      code: 'replay/unsupported-mods',
      message: expect.stringMatching(new RegExp(`^The mod ${text} is not supported: it \\w+`)),
    }),
  );
});

test('an unknown mod is refused by name', () => {
  expect(() => requireSupportedMods(lazer('HD XYZ'))).toThrow('The mod "XYZ" is unknown.');
});

test.each(['EZ HR', 'HR DA', 'DT HT', 'NC DC', 'CL ST', 'AL SG', 'RX AP', 'WG TR', 'GR SI'])(
  '%s contradict each other and are refused',
  (text) => {
    expect(() => requireSupportedMods(lazer(text))).toThrow(/ and .. cannot be played together\.$/);
  },
);

test.each(['NF SD', 'NF PF', 'HD TC', 'RX AL'])('%s are reported as a conflict, but supported', (text) => {
  expect(lazer(text).conflicts).toEqual([expect.objectContaining({ contradicts: false })]);
  expect(() => requireSupportedMods(lazer(text))).not.toThrow();
});

test.each([
  ['DT with NC', 64 | 512],
  ['autoplay', 2048],
  ['ScoreV2', 1 << 29],
  ['touch', 4],
  ['a mod of osu!mania', (1 << 15) | (1 << 20) | (1 << 21) | (1 << 30)],
])('stable: %s is supported', (_, bits) => {
  expect(() => requireSupportedMods(stableMods(bits))).not.toThrow();
});

test('stable: Target Practice is refused', () => {
  expect(() => requireSupportedMods(stableMods(1 << 23))).toThrow(
    'The mod TP is not supported: its rules in the stable client are not public.',
  );
});

test.each(['RD', 'TP'])('lazer: %s is supported with its seed and refused without', (acronym) => {
  const message = `The mod ${acronym} is not supported: it places the objects by a seed, which the replay does not contain.`;
  expect(() => requireSupportedMods(lazerMods([{ acronym, settings: { seed: -3 } }]))).not.toThrow();
  expect(() => requireSupportedMods(lazerMods([{ acronym, settings: {} }]))).toThrow(message);
  expect(() => requireSupportedMods(lazerMods([{ acronym, settings: { seed: null } }]))).toThrow(message);
});
