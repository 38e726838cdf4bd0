import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, type Program } from '../../../../test/support/program.ts';

let program: Program;
beforeAll(async () => {
  program = await buildProgram('test/support/programs/make-garbage.ts');
});
afterAll(() => program.remove());

/** Collected by one thread: what others do beside it depends on how busy the machine is. */
const flags = ['--expose-gc', '--single-threaded-gc', '--max-semi-space-size=2'];

function mostHeapMb(...args: string[]): number {
  return Number(execFileSync(process.execPath, [...flags, program.path, ...args], { encoding: 'utf8' })) / 1024 / 1024;
}

test('garbage is collected before it outweighs what is in use', () => {
  // 22 MB are in use: it was 44 against 102.
  expect(mostHeapMb('lean')).toBeLessThan(0.7 * mostHeapMb());
});
