import { expect, test } from 'vitest';
import { makeZip } from '../../../test/support/files/zip.ts';
import { summarizeSkin } from './skin-summary.ts';

const ini = '[General]\nName: 『Aristia』\nAuthor: Saltssaumure\nVersion: 2.5\n';

test('name and author come from the skin.ini, also in a folder', () => {
  const summary = { name: '『Aristia』', author: 'Saltssaumure', hasElements: true };
  for (const folder of ['', 'Aristia/']) {
    const entries = [
      { name: `${folder}skin.ini`, data: ini },
      { name: `${folder}cursor.png`, data: 'x' },
    ];
    expect(summarizeSkin(makeZip(entries))).toEqual(summary);
  }
});

test.each([
  ['hitcircle.png', true],
  ['menu-background.jpg', false],
  ['map.osu', false],
])('a ZIP with only %s has skin elements: %s', (name, hasElements) => {
  expect(summarizeSkin(makeZip([{ name, data: 'x' }]))).toEqual({ name: '', author: '', hasElements });
});

test.each([
  ['another kind of file', Buffer.from('Rar!'), 'skin/wrong-magic'],
  ['an empty file', Buffer.alloc(0), 'skin/wrong-magic'],
  ['an incomplete file', makeZip([{ name: 'cursor.png', data: 'x' }]).subarray(0, 40), 'skin/damaged'],
  ['a damaged skin.ini', makeZip([{ name: 'skin.ini', data: ini, crc: 1 }]), 'skin/damaged'],
])('%s is refused', (_, bytes, code) => {
  expect(() => summarizeSkin(bytes)).toThrow(expect.objectContaining({ code }));
});

test('what only the rules of the service forbid is left to the service', () => {
  expect(summarizeSkin(makeZip([{ name: '../cursor.png', data: 'x' }]))).toBe(null);
  expect(summarizeSkin(makeZip([{ name: 'inner.zip', data: 'x' }]))).toMatchObject({ hasElements: false });
});
