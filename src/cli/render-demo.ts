import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from './exit-code.ts';
import type { Output } from './output.ts';
import { type RenderHost, renderFiles, thisHost } from './render.ts';
import { optionsHelp, readRenderArgs } from './render-args.ts';

const help = `Renders the demo: a map, music and a play of our own making.

Usage: bin/reprise demo [options] [-o demo.mp4]

${optionsHelp}
`;

export async function run(args: readonly string[], out: Output = process, host: RenderHost = thisHost()) {
  const folder = join(host.assets, 'demo');
  const replay = join(folder, 'demo.osr');
  if (!existsSync(replay)) {
    out.stderr.write('The demo is not there; building the program makes it.\n');
    return exitCodes.noFile;
  }
  const wish = readRenderArgs([replay, '--beatmap', folder, '--output', 'demo.mp4', ...args]);
  if (wish === 'help') {
    out.stdout.write(help);
    return exitCodes.done;
  }
  if ('mistakes' in wish) {
    out.stderr.write(`${wish.mistakes}\n\n${help}`);
    return exitCodes.usage;
  }
  return renderFiles(wish, out, host);
}
