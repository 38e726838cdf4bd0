import { expect, test } from 'vitest';
import { Failure } from '../../../failure.ts';
import { errorResponse } from './error-response.ts';
import { labelOf, namingFile } from './refused-file.ts';

const file = { field: 'replay', name: 'b.osr', number: 2 };

test('the response to a refused file names it by its name and its position', async () => {
  const refused = await namingFile(file, () => {
    throw new Failure('replay/unreadable', 'Expected 12 bytes, found 3.');
  }).catch((error: unknown) => error);
  const detail = '"b.osr (replay 2)": Invalid replay file. The structure is corrupted or unsupported.';
  expect(errorResponse(refused, { debug: false })).toEqual({
    status: 415,
    body: { detail, code: 'replay/unreadable', errors: [{ field: 'replay.2', message: detail }] },
  });
});

test.each([new Failure('limit/at-capacity'), new Failure('storage/full'), new Error('a bug')])(
  '%s is not about the file',
  async (error) => {
    await expect(namingFile(file, () => Promise.reject(error))).rejects.toBe(error);
  },
);

test.each([
  ['play.osr', 'play.osr'],
  ['C:\\Users\\me/play.osr', 'play.osr'],
  ['a\u0000b\u202ec\u200b\n\u2028.osr', 'abc.osr'],
  ['<img src=x>.osr', '<img src=x>.osr'],
  [`${'雪'.repeat(60)}`, '雪'.repeat(60)],
  [`${'𝄞'.repeat(61)}`, `${'𝄞'.repeat(40)}…${'𝄞'.repeat(20)}`],
])('%j is shown as %j', (name, shown) => {
  expect(labelOf({ ...file, name })).toBe(`${shown} (replay 2)`);
});

test('a file without a name is shown by its position', () => {
  expect(labelOf({ ...file, name: '' })).toBe('(replay 2)');
});
