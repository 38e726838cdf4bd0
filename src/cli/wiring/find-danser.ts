import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config, EnvironmentVariables } from '../../config.ts';
import { Failure } from '../../failure.ts';
import type { Danser } from '../../rendering/danser/index.ts';

/** Danser needs these variables to find its libraries, a display and a graphics card. It gets no others. */
const inheritedVariables = [
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

/** Finds the danser that the configuration names; null if the built-in renderer is configured. */
export async function findDanser(
  renderer: Config['renderer'],
  env: EnvironmentVariables = process.env,
): Promise<Danser | null> {
  if (renderer.kind === 'builtin') return null;
  const path = resolve(renderer.path);
  try {
    await access(path, constants.X_OK);
  } catch (cause) {
    throw new Failure('service/cannot-start', `DANSER_PATH is not an executable file: ${path}`, { cause });
  }
  const inherited = inheritedVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { path, env: Object.fromEntries(inherited) };
}
