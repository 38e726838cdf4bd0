import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { tinyFields, tinyReplay, tinySet } from '../chaos/tiny-play.ts';
import { readImage } from '../support/deployment/deployment-files.ts';
import prepareAssets from '../support/global-setup/assets.ts';
import { freePort } from '../support/http/free-port.ts';
import { get, jsonOf, post, replayForm } from '../support/http/requests.ts';

// Tests the image without Docker: a folder with the files that the Dockerfile copies, and its commands run unprivileged.

const image = readImage();
const slow = { timeout: 300_000, interval: 300 };
/** The user `nobody` if the test runs as root; null if it already runs unprivileged. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

let home: string;
let app: string;
let data: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  await prepareAssets();
  home = mkdtempSync(join(tmpdir(), 'reprise-image-'));
  chmodSync(home, 0o755);
  app = join(home, 'app');
  data = join(home, 'data');
  for (const [from, to] of image.copies) copy(from, join(app, to));
  for (const folder of [data, join(data, 'beatmaps')]) {
    mkdirSync(folder);
    if (unprivileged !== null) chownSync(folder, unprivileged.uid, unprivileged.gid);
  }
  writeFileSync(join(data, 'beatmaps', 'tiny.osz'), tinySet);
});
afterEach(async () => {
  for (const child of started) await end(child);
  rmSync(home, { recursive: true, force: true });
});

test('an unprivileged user can serve, render and check the health', async () => {
  const port = await freePort();
  const env = {
    ...image.env,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: String(port),
    BEATMAP_MIRRORS: '',
    LOG_LEVEL: 'warn',
  };
  const url = `http://127.0.0.1:${port}`;
  expect(await exitCodeOfHealthCheck(env)).toBe(1);
  const secrets = { WEBHOOK_SECRET: 'between them', RENDER_WORKERS: '0' };
  const api = start([...image.entrypoint, ...image.command], { ...env, ...secrets });
  await vi.waitFor(async () => expect(await exitCodeOfHealthCheck(env)).toBe(0), slow);

  const { url: databaseUrl } = (await joinEmbeddedPostgres({ dataDir: data }))!;
  const workerEnv = {
    ...env,
    ...secrets,
    PORT: String(await freePort()),
    RENDER_WORKERS: '1',
    RENDER_PRESET: 'ultrafast',
    DATABASE_URL: databaseUrl,
    SERVICE_URL: url,
  };
  const worker = start([...image.entrypoint, 'worker'], workerEnv);
  await vi.waitFor(async () => expect(await exitCodeOfHealthCheck(workerEnv)).toBe(0), slow);

  const form = replayForm({ file: tinyReplay('In a box'), fields: tinyFields });
  const { job_id: id } = await jsonOf(await post(`${url}/v1/render`, form));
  await vi.waitFor(
    async () => expect(await jsonOf(await get(`${url}/v1/jobs/${id}`))).toMatchObject({ status: 'completed' }),
    slow,
  );
  expect(await end(worker)).toBe(0);
  expect(await end(api)).toBe(0);
  expect(await exitCodeOfHealthCheck(env)).toBe(1);
});

function start(command: readonly string[], env: Record<string, string>): ChildProcess {
  const [program = '', ...args] = asUnprivilegedUser(command);
  const child = spawn(program, args, { cwd: app, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 2, 2] });
  started.push(child);
  return child;
}

async function exitCodeOfHealthCheck(env: Record<string, string>): Promise<number> {
  const [program = '', ...args] = asUnprivilegedUser(image.healthcheck);
  try {
    await promisify(execFile)(program, args, { cwd: app, env: { PATH: process.env.PATH, ...env } });
    return 0;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

/** setpriv changes the real user id too, so that the program cannot regain root's privileges. */
function asUnprivilegedUser(command: readonly string[]): readonly string[] {
  if (unprivileged === null) return command;
  return ['setpriv', `--reuid=${unprivileged.uid}`, `--regid=${unprivileged.gid}`, '--clear-groups', ...command];
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  return child.exitCode;
}

function copy(from: string, to: string): void {
  const target = to.endsWith('/') ? join(to, basename(from)) : to;
  mkdirSync(dirname(target), { recursive: true });
  if (from === 'node_modules') copyPackages(target);
  else cpSync(from, target, { recursive: true });
}

/** Copies the packages that `npm prune --omit=dev` keeps; as hard links if possible, because they are many. */
function copyPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const isKept = ([path, { dev, devOptional }]: (typeof entries)[number]) =>
    !dev && !devOptional && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && existsSync(path);
  const entries = Object.entries(packages);
  const kept = entries.filter(isKept).map(([path]) => path.slice('node_modules/'.length));
  mkdirSync(target);
  try {
    // In one process: starting one for each of hundreds of packages takes seconds.
    execFileSync('cp', ['-al', '--parents', ...kept, target], { cwd: 'node_modules', stdio: 'pipe' });
  } catch {
    rmSync(target, { recursive: true });
    for (const name of kept)
      cpSync(join('node_modules', name), join(target, name), { recursive: true, verbatimSymlinks: true });
  }
}
