import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findDanser } from './find-danser.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-danser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeFile(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('the built-in renderer needs no danser', async () => {
  expect(await findDanser({ kind: 'builtin' }, {})).toBeNull();
});

test('danser inherits its display and libraries from the environment, but no secrets', async () => {
  const path = writeFile('danser-cli', 0o755);
  const env = { DISPLAY: ':0', PATH: '/bin', WEBHOOK_SECRET: 'secret', DATABASE_URL: 'postgres://u:p@h/d' };
  expect(await findDanser({ kind: 'danser', path }, env)).toEqual({ path, env: { DISPLAY: ':0', PATH: '/bin' } });
});

test.each([
  ['a missing file', () => join(folder, 'nothing')],
  ['a file that is not executable', () => writeFile('text', 0o644)],
])('%s is refused', async (_, path) => {
  await expect(findDanser({ kind: 'danser', path: path() }, {})).rejects.toMatchObject({
    code: 'service/cannot-start',
  });
});
