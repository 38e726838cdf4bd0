import { parseArgs } from 'node:util';
import { exitCodes, exitCodesHelp, reportError } from './exit-code.ts';
import { inspectArchive } from './inspect/archive.ts';
import { inspectBeatmap } from './inspect/beatmap.ts';
import type { Inspection } from './inspect/inspection.ts';
import { outline } from './inspect/outline.ts';
import { inspectReplay } from './inspect/replay.ts';
import { inspectSkinIni } from './inspect/skin.ts';
import { inspectStoryboard } from './inspect/storyboard.ts';
import type { Output } from './output.ts';
import { readInput } from './read-input.ts';

const help = `Shows what a file of the game holds, or why it is refused.

Usage: bin/reprise inspect FILE

  FILE    a replay (.osr), beatmap (.osu), storyboard (.osb), skin.ini, beatmap set (.osz) or skin (.osk)

${exitCodesHelp}`;

const inspectors: readonly { ends: RegExp; inspect(bytes: Uint8Array, path: string): Inspection }[] = [
  { ends: /\.osr$/i, inspect: inspectReplay },
  { ends: /\.osu$/i, inspect: inspectBeatmap },
  { ends: /\.osb$/i, inspect: inspectStoryboard },
  { ends: /\.ini$/i, inspect: inspectSkinIni },
  { ends: /\.os[zk]$/i, inspect: inspectArchive },
];

export async function run(args: readonly string[], out: Output = process): Promise<number> {
  const path = readArgs(args);
  if (path === null) {
    out.stdout.write(help);
    return exitCodes.done;
  }
  const inspector = inspectors.find(({ ends }) => ends.test(path));
  if (inspector === undefined) {
    const why =
      path === '' ? 'Exactly one file is inspected at a time.' : 'The name of the file does not tell its kind.';
    out.stderr.write(`${why}\n\n${help}`);
    return exitCodes.usage;
  }
  try {
    const { facts, refusal } = inspector.inspect(await readInput(path), path);
    out.stdout.write(outline(facts));
    return refusal === null ? exitCodes.done : reportError(refusal, out);
  } catch (error) {
    return reportError(error, out);
  }
}

/** The path; null when help is asked for, empty when it is not exactly one. */
function readArgs(args: readonly string[]): string | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    if (values.help) return null;
    return positionals.length === 1 ? positionals[0]! : '';
  } catch {
    return '';
  }
}
