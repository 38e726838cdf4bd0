import { runCommand, UsageError } from '../args/run-command.ts';
import { readInput, requireFile } from '../input/read-input.ts';
import { inspectArchive } from '../inspect/archive.ts';
import { inspectBeatmap } from '../inspect/beatmap.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { formatFacts } from '../inspect/outline.ts';
import { inspectReplay } from '../inspect/replay.ts';
import { inspectSkinIni } from '../inspect/skin.ts';
import { inspectStoryboard } from '../inspect/storyboard.ts';
import { exitCodes, exitCodesHelp, reportError } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';

const name = 'inspect';
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

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options: {}, output }, async ({ positionals: [path = '', ...others] }) => {
    if (path === '' || others.length > 0) throw new UsageError('Name exactly one file.');
    try {
      await requireFile(path);
      const inspector = inspectors.find(({ extension }) => extension.test(path));
      if (inspector === undefined) {
        const expected = '.osr, .osu, .osb, .osz, .osk or skin.ini';
        throw new UsageError(`The extension of ${JSON.stringify(path)} is unknown: expected ${expected}.`);
      }
      const { facts, refusal } = inspector.inspect(await readInput(path), path);
      output.stdout.write(formatFacts(facts));
      return refusal === null ? exitCodes.done : reportError(refusal, output);
    } catch (error) {
      return reportError(error, output);
    }
  });
}
