import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the build has put the demo, beside the program. */
const made = fileURLToPath(new URL('../assets/demo', import.meta.url));

/** Puts the demo's replay where the README's first command finds it, and its map into the library. */
export async function placeDemo(dataDir: string, from: string = made): Promise<void> {
  await placeOnce(join(from, 'demo.osr'), join(dataDir, 'demo', 'demo.osr'));
  await placeOnce(join(from, 'demo.osz'), join(dataDir, 'beatmaps', 'demo.osz'));
}

async function placeOnce(from: string, to: string): Promise<void> {
  if (await isThere(to)) return;
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.${process.pid}`;
  await copyFile(from, unfinished);
  await rename(unfinished, to);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
