import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readFreeBytes, requireFreeSpace } from './disk-full.ts';

test('a disk with less free space than required is full', async () => {
  expect(await readFreeBytes(tmpdir())).toBeGreaterThan(0);
  await expect(requireFreeSpace(tmpdir(), 1)).resolves.toBeUndefined();
  await expect(requireFreeSpace(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'storage/full' });
});
