import { afterEach, expect, test, vi } from 'vitest';
import { main } from './main.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function runMain(args: string[]) {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await main(args);
  const textOf = (spy: typeof out) => spy.mock.calls.map(([text]) => text).join('');
  return { code, stdout: textOf(out), stderr: textOf(err as typeof out) };
}

test.each([[[]], [['--help']], [['-h']], [['help']]])('%j prints the help', async (args) => {
  const { code, stdout } = await runMain(args);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: bin/reprise <command>');
});

test.each([[['--version']], [['-v']]])('%j prints the version', async (args) => {
  expect(await runMain(args)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each(['sreve', 'constructor', '__proto__', ''])(
  'an unknown command %j exits with 2 and names the help',
  async (name) => {
    const { code, stdout, stderr } = await runMain([name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`There is no command "${name}".\nSee bin/reprise --help.\n`);
  },
);
