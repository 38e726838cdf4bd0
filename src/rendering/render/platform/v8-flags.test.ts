import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, type Program } from '../../../../test/support/program.ts';

let program: Program;
beforeAll(async () => {
  program = await buildProgram('test/support/programs/make-garbage.ts');
});
afterAll(() => program.remove());

/** With one garbage collector thread, because concurrent collection depends on the load of the machine. */
const flags = ['--expose-gc', '--single-threaded-gc', '--max-semi-space-size=2'];

function maxHeapMb(...args: string[]): number {
  return Number(execFileSync(process.execPath, [...flags, program.path, ...args], { encoding: 'utf8' })) / 1024 / 1024;
}

test('the heap stays smaller than with the default flags', () => {
  // With 22 MB of live objects, the heap reached 50 MB instead of 103 MB.
  expect(maxHeapMb('flags')).toBeLessThan(0.7 * maxHeapMb());
});
