import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { optionsHelp } from '../args/render-args.ts';
import { exitCodes } from '../output/exit-code.ts';
import type { Output } from '../output/output.ts';
import { processContext, type RenderContext, runRender } from './render.ts';

const help = `Renders the demo: a map, a song and a play that come with Reprise.

Usage: bin/reprise demo [options] [-o demo.mp4]

${optionsHelp}
`;

export async function run(
  args: readonly string[],
  output: Output = process,
  context: RenderContext = processContext(),
): Promise<number> {
  const folder = join(context.assets, 'demo');
  const replay = join(folder, 'demo.osr');
  if (!existsSync(replay)) {
    output.stderr.write('The demo is missing. Build the program to create it.\n');
    return exitCodes.noFile;
  }
  return runRender({ args: [replay, '--beatmap', folder, '--output', 'demo.mp4', ...args], help }, output, context);
}
