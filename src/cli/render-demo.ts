import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from './exit-code.ts';
import type { Output } from './output.ts';
import { type RenderHost, renderAsAsked, thisHost } from './render.ts';
import { optionsHelp } from './render-args.ts';

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
  return renderAsAsked({ args: [replay, '--beatmap', folder, '--output', 'demo.mp4', ...args], help }, out, host);
}
