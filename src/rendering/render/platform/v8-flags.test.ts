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

function maxHeapMb({ flag = '', args = [] }: { flag?: string; args?: string[] }): number {
  const node = [...flags, ...(flag === '' ? [] : [flag]), program.path, ...args];
  return Number(execFileSync(process.execPath, node, { encoding: 'utf8' })) / 1024 / 1024;
}

test('the heap stays small', () => {
  // V8's default depends on the load of the machine: the heap reaches 65 to 103 MB with 22 MB of live objects, as it does if it
  // may grow to four times their size. With our flags it reaches 50 MB.
  const large = maxHeapMb({ flag: '--heap-growing-percent=300' });
  expect(maxHeapMb({ args: ['flags'] })).toBeLessThan(0.6 * large);
});
