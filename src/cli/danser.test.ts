import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findDanser } from './danser.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-danser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('without it, our own renderer is used', async () => {
  expect(await findDanser({ kind: 'builtin' }, {})).toBeNull();
});

test('it gets a display and its libraries of the environment, and no secrets', async () => {
  const path = place('danser-cli', 0o755);
  const env = { DISPLAY: ':0', PATH: '/bin', WEBHOOK_SECRET: 'secret', DATABASE_URL: 'postgres://u:p@h/d' };
  expect(await findDanser({ kind: 'danser', path }, env)).toEqual({ path, env: { DISPLAY: ':0', PATH: '/bin' } });
});

test.each([
  ['nothing', () => join(folder, 'nothing')],
  ['a file that is no program', () => place('text', 0o644)],
])('a path that names %s ends the start', async (_, path) => {
  await expect(findDanser({ kind: 'danser', path: path() }, {})).rejects.toMatchObject({
    code: 'service/cannot-start',
  });
});
