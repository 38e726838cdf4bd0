import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assetFolder } from '../../program-files.ts';

/** Copies the demo's replay to where the README's first command expects it, and its map into the beatmap library. */
export async function installDemo(dataDir: string, demoFolder: string = join(assetFolder, 'demo')): Promise<void> {
  await copyUnlessPresent(join(demoFolder, 'demo.osr'), join(dataDir, 'demo', 'demo.osr'));
  await copyUnlessPresent(join(demoFolder, 'demo.osz'), join(dataDir, 'beatmaps', 'demo.osz'));
}

async function copyUnlessPresent(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.${process.pid}`;
  await copyFile(from, unfinished);
  await rename(unfinished, to);
}
