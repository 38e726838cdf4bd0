import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, type Program } from '../../../../test/support/processes/program.ts';

let program: Program;
beforeAll(async () => {
  program = await buildProgram('test/support/processes/programs/make-garbage.ts');
});
afterAll(() => program.remove());

/** With one garbage collector thread, because concurrent collection depends on the load of the machine. */
const flags = ['--expose-gc', '--single-threaded-gc', '--max-semi-space-size=2'];

test('the heap stays small', () => {
  const bytes = execFileSync(process.execPath, [...flags, program.path, 'flags'], { encoding: 'utf8' });
  // With 22 MB of live objects, the heap reaches 41 to 51 MB, and with V8's defaults 64 to 103 MB.
  expect(Number(bytes) / 1024 / 1024).toBeLessThan(58);
});

test('V8 knows all flags', () => {
  const { stderr } = spawnSync(process.execPath, [...flags, program.path, 'flags'], { encoding: 'utf8' });
  expect(stderr).toBe('');
});
