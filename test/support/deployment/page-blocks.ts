import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Marked } from 'marked';

/** Reads the code blocks of docs/deployment.md. Their names consist of heading and language, and of a number if necessary. */
export function readBlocks(): Map<string, string> {
  const blocks = new Map<string, string>();
  let heading = '';
  for (const token of new Marked().lexer(readFileSync('docs/deployment.md', 'utf8'))) {
    if (token.type === 'heading') heading = token.text;
    if (token.type !== 'code') continue;
    const name = `${heading} (${token.lang})`;
    let number = 1;
    while (blocks.has(numbered(name, number))) number++;
    blocks.set(numbered(name, number), token.text);
  }
  return blocks;
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} ${number}`;
}

/** Replaces addresses and paths of the example by those of the test. Each must occur, so that none is misspelt. */
export function adapt(block: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The block does not contain ${from}:\n${text}`);
    return text.replaceAll(from, to);
  }, block);
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Shell programs that stand in for commands which would change the machine or need something that is not here. */
  readonly standIns?: Readonly<Record<string, string>>;
}

/** Runs a shell block as an operator would, up to the first command that fails, and returns its standard output. */
export async function runShell(
  block: string,
  { env = {}, cwd = '.', standIns = {} }: RunOptions = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-stand-ins-'));
  try {
    for (const [name, program] of Object.entries(standIns)) {
      writeFileSync(join(folder, name), `#!/bin/sh -e\n${program}\n`, { mode: 0o755 });
    }
    const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', block], {
      cwd,
      env: { ...process.env, ...env, PATH: `${folder}:${process.env.PATH}` },
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the command itself instead of changing the user: `sudo -u NAME COMMAND…` or `sudo COMMAND…`. */
export const sudoStandIn = `if [ "$1" = -u ]; then shift 2; fi\nexec "$@"`;
