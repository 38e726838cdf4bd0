import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config, Environment } from '../config.ts';
import { Failure } from '../failure.ts';
import type { Danser } from '../rendering/danser/index.ts';

/** What a program needs to find its libraries, a display and a graphics card, and nothing else of ours. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'LD_LIBRARY_PATH',
  'LIBGL_ALWAYS_SOFTWARE',
  'CUDA_VISIBLE_DEVICES',
];

/** The danser an operator wants renders made with; null: our own renderer. */
export async function findDanser(renderer: Config['renderer'], env: Environment = process.env): Promise<Danser | null> {
  if (renderer.kind === 'builtin') return null;
  const path = resolve(renderer.path);
  try {
    await access(path, constants.X_OK);
  } catch (cause) {
    throw new Failure('service/cannot-start', `DANSER_PATH names no program that can be run: ${path}`, { cause });
  }
  const given = passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { path, env: Object.fromEntries(given) };
}
