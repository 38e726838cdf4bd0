import { parseArgs } from 'node:util';
import { readInput } from '../input/read-input.ts';
import { inspectArchive } from '../inspect/archive.ts';
import { inspectBeatmap } from '../inspect/beatmap.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { formatFacts } from '../inspect/outline.ts';
import { inspectReplay } from '../inspect/replay.ts';
import { inspectSkinIni } from '../inspect/skin.ts';
import { inspectStoryboard } from '../inspect/storyboard.ts';
import { exitCodes, exitCodesHelp, reportError } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';

const help = `Shows what a file of the game contains, or why it is refused.

Usage: bin/reprise inspect FILE

  FILE    a replay (.osr), beatmap (.osu), storyboard (.osb), skin.ini, beatmap set (.osz) or skin (.osk)

${exitCodesHelp}`;

const inspectors: readonly { extension: RegExp; inspect(bytes: Uint8Array, path: string): Inspection }[] = [
  { extension: /\.osr$/i, inspect: inspectReplay },
  { extension: /\.osu$/i, inspect: inspectBeatmap },
  { extension: /\.osb$/i, inspect: inspectStoryboard },
  { extension: /\.ini$/i, inspect: inspectSkinIni },
  { extension: /\.os[zk]$/i, inspect: inspectArchive },
];

export async function run(args: readonly string[], output: Output = process): Promise<number> {
  const path = readArgs(args);
  if (path === 'help') {
    output.stdout.write(help);
    return exitCodes.done;
  }
  const inspector = inspectors.find(({ extension }) => path !== null && extension.test(path));
  if (path === null || inspector === undefined) {
    const message = path === null ? 'Name exactly one file.' : 'The file extension is unknown.';
    output.stderr.write(`${message}\n\n${help}`);
    return exitCodes.usage;
  }
  try {
    const { facts, refusal } = inspector.inspect(await readInput(path), path);
    output.stdout.write(formatFacts(facts));
    return refusal === null ? exitCodes.done : reportError(refusal, output);
  } catch (error) {
    return reportError(error, output);
  }
}

/** Returns the path of the file; null if the command line does not name exactly one. */
function readArgs(args: readonly string[]): string | 'help' | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    if (values.help) return 'help';
    const [path, ...others] = positionals;
    return path === undefined || path === '' || others.length > 0 ? null : path;
  } catch {
    return null;
  }
}
