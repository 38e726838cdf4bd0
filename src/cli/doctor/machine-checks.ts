import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { defaultSettings, renderOptionsOf } from '../../contract/settings/index.ts';
import { readFreeBytes } from '../../disk-full.ts';
import { assetFolder } from '../../program-files.ts';
import { pageFileName, pagesFor } from '../../rendering/glyphs/index.ts';
import { renderReplay } from '../../rendering/render/index.ts';
import { archiveFiles } from '../../rendering/scene-loader/index.ts';
import { mirrorsOf } from '../../service/beatmaps/index.ts';
import { formatBytes } from '../output/table.ts';
import { findRenderingProblems } from '../startup/rendering-problems.ts';
import { findMemoryProblem } from '../wiring/render-memory.ts';
import { type CheckResult, ok, warning } from './check.ts';

const gib = 1024 ** 3;
const minFreeBytes = gib;
const recommendedFreeBytes = 10 * gib;
const mirrorTimeoutMs = 5_000;
/** Latin letters and Japanese kana: without their pages, most titles cannot be drawn. */
const requiredLetters = ['A', 'あ'];

/** `isNew`: the service has never run with these settings. */
export async function checkDataFolder(dataDir: string, { isNew }: { isNew: boolean }): Promise<CheckResult> {
  const existing = nearestExisting(dataDir);
  if (!(await stat(existing)).isDirectory()) throw new Error(`${existing} is not a folder.`);
  await access(existing, constants.W_OK | constants.X_OK);
  if (isNew) {
    const advice = 'If the service has run, set DATA_DIR to its folder. Otherwise its first start creates everything.';
    return warning(`there is no installation in ${dataDir}`, advice);
  }
  return ok(existing === dataDir ? dataDir : `the first start will create ${dataDir}`);
}

/** The path itself, or the nearest folder above it that exists. */
function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const freeBytes = await readFreeBytes(nearestExisting(dataDir));
  const message = `${formatBytes(freeBytes)} free`;
  if (freeBytes < minFreeBytes) throw new Error(`Only ${message}.`);
  if (freeBytes >= recommendedFreeBytes) return ok(message);
  return warning(`only ${message}`, 'A video takes about 100 MiB; see RETENTION_DAYS and MAX_STORAGE_GB.');
}

export async function checkMemory(config: Config): Promise<CheckResult> {
  const problem = findMemoryProblem(config);
  return problem === null ? ok('enough for every resolution') : warning(problem.message, problem.advice);
}

export async function checkFonts(): Promise<CheckResult> {
  const pages = (await readdir(join(assetFolder, 'glyphs'))).filter((name) => name.endsWith('.bin'));
  for (const page of pagesFor(requiredLetters).map(pageFileName)) {
    if (!pages.includes(page)) throw new Error(`The glyph page ${page} is missing.`);
  }
  return ok(`${pages.length} pages of glyphs`);
}

/** Renders a few frames of the demo, which exercises kernel, skin, glyphs, encoder and sound like any other render. */
export async function checkEncoder(config: Config): Promise<CheckResult> {
  const { encoding, renderWorkers } = config;
  if (renderWorkers === 0) return ok('not needed: RENDER_WORKERS is 0');
  const problems = await findRenderingProblems(config);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const folder = await mkdtemp(join(tmpdir(), 'reprise-doctor-'));
  try {
    const { frames, bytes } = await renderReplay({
      replay: await readFile(join(assetFolder, 'demo', 'demo.osr')),
      beatmap: { files: archiveFiles(await readFile(join(assetFolder, 'demo', 'demo.osz'))) },
      skin: null,
      assets: assetFolder,
      file: join(folder, 'video.mp4'),
      options: {
        ...renderOptionsOf(defaultSettings),
        ...encoding,
        width: 640,
        height: 360,
        start: 2_000,
        end: 2_250,
        motionBlur: false,
        storyboard: false,
      },
    });
    return ok(`${encoding.encoder} encoded a test video: ${frames} frames, ${formatBytes(bytes)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Any HTTP status counts as an answer: the request names no map. */
export async function checkMirrors(templates: Config['beatmapMirrors']): Promise<CheckResult> {
  const origins = [...new Set(mirrorsOf(templates).map(({ download }) => new URL(download).origin))];
  if (origins.length === 0) return ok('none configured: maps come from the library or with their replays');
  const answers = await Promise.all(
    origins.map(async (origin) => ({ origin, isReachable: await answersHead(origin) })),
  );
  const silentHosts = answers.filter(({ isReachable }) => !isReachable).map(({ origin }) => new URL(origin).host);
  if (silentHosts.length === 0) return ok(`${origins.length} reachable`);
  return warning(
    `no answer from ${silentHosts.join(', ')}`,
    'Only maps in the library and maps that come with their replays are certain to be found.',
  );
}

async function answersHead(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(mirrorTimeoutMs);
  return fetch(origin, { method: 'HEAD', redirect: 'manual', signal }).then(
    () => true,
    () => false,
  );
}
