import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { optionsHelp, readRenderArgs, renderOptions } from '../args/render-args.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import { exitCodes } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';
import { processContext, type RenderContext, renderFiles } from './render.ts';

const name = 'demo';
const help = `Renders the demo: a map, a song and a play that come with Reprise.

Usage: bin/reprise demo [options] [-o demo.mp4]

${optionsHelp}
`;

export function run(
  args: readonly string[],
  output: Output = process,
  context: RenderContext = processContext(),
): Promise<number> {
  return runCommand(args, { name, help, options: renderOptions, output }, async ({ values, positionals }) => {
    if (positionals.length > 0 || values.beatmap !== undefined) {
      throw new UsageError('The demo has a replay and a map of its own. To render others, use bin/reprise render.');
    }
    const beatmap = join(context.assets, 'demo');
    const replay = join(beatmap, 'demo.osr');
    if (!existsSync(replay)) {
      output.stderr.write('The demo is missing. Build the program to create it.\n');
      return exitCodes.noFile;
    }
    const parsed = { values: { output: 'demo.mp4', ...values, beatmap }, positionals: [replay] };
    return renderFiles(() => readRenderArgs(parsed), output, context);
  });
}
