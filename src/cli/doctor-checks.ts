import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { defaultRenderSettings, renderOptionsOf } from '../contract/plain/index.ts';
import type { Log } from '../log.ts';
import { renderReplay } from '../rendering/render/index.ts';
import { archiveFiles } from '../rendering/scene-loader/index.ts';
import { mirrorsOf } from '../service/beatmaps/index.ts';
import { connect, type Database, pendingMigrations } from '../service/database/index.ts';
import { createJobs } from '../service/jobs/index.ts';
import { createStorage } from '../service/storage/index.ts';
import { findDatabase } from './administration.ts';
import { assets } from './render.ts';
import type { StopList } from './stop.ts';
import { bytesText } from './table.ts';

export interface Finding {
  readonly name: string;
  /** `warning`: the service works, but not as it should. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** What to do; null: nothing. */
  readonly advice: string | null;
}

export interface Check {
  readonly name: string;
  /** What it throws is a failure, to which `advice` belongs. */
  readonly look: () => Promise<Omit<Finding, 'name'>>;
  readonly advice: string;
}

const gib = 1024 ** 3;
const leastFreeBytes = gib;
const littleFreeBytes = 10 * gib;
const lateSeconds = 60;
const mirrorMs = 5_000;

/** In the order in which one thing needs the other. */
export function checksOf(config: Config, parts: { log: Log; running: StopList }): Check[] {
  const { dataDir, storage, encoding, beatmapMirrors, limits } = config;
  const isNew = config.database.kind === 'embedded' && !existsSync(join(dataDir, 'postgres', 'cluster'));
  let opened: Promise<Database> | null = null;
  const database = () => (opened ??= open(config, parts));

  return [
    { name: 'data folder', look: () => lookAtFolder(dataDir), advice: 'Set DATA_DIR to a folder this user may write.' },
    {
      name: 'disk',
      look: () => lookAtDisk(dataDir),
      advice: 'Make room, move DATA_DIR, or set RETENTION_DAYS or MAX_STORAGE_GB.',
    },
    {
      name: 'database',
      look: async () => (isNew ? ok('will be made by the first start') : lookAtDatabase(await database())),
      advice:
        config.database.kind === 'embedded'
          ? 'Start the service and read its log; docs/deployment.md says what the embedded database needs.'
          : 'See that DATABASE_URL is right, the server runs and lets this machine in.',
    },
    {
      name: 'queue',
      look: async () => (isNew ? ok('will be made by the first start') : lookAtQueue(await database(), limits)),
      advice: 'The database must work first.',
    },
    {
      name: 'storage',
      async look() {
        if (storage.kind === 'local' && !existsSync(join(dataDir, 'objects')))
          return ok('will be made by the first start');
        const opened = await createStorage({ config: storage, dataDir, signingKey: Buffer.alloc(32) });
        await opened.check().finally(() => opened.close());
        return ok(storage.kind === 'local' ? 'files in the data folder' : `the bucket ${storage.bucket}`);
      },
      advice:
        storage.kind === 'local'
          ? 'See that this user may write the data folder, and that its disk is not full.'
          : 'See that the bucket exists, and that S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are right.',
    },
    { name: 'fonts', look: lookAtFonts, advice: 'Build the program again: remove dist and start any command.' },
    {
      name: 'encoder',
      look: () => lookAtEncoder(encoding),
      advice: 'Leave RENDER_ENCODER out for the one that is built in, or name one that this machine has.',
    },
    {
      name: 'mirrors',
      look: () => lookAtMirrors(beatmapMirrors),
      advice: 'See that this machine reaches the internet, or put maps into the library.',
    },
  ];
}

async function open(config: Config, { log, running }: { log: Log; running: StopList }): Promise<Database> {
  const { url } = await findDatabase(config, { log, running });
  const database = connect({ url, log, applicationName: 'reprise command', maxConnections: 2 });
  running.add('database', () => database.close());
  return database;
}

async function lookAtFolder(dataDir: string) {
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir);
  await access(folder, constants.W_OK);
  return ok(folder === dataDir ? dataDir : `${dataDir} will be made by the first start`);
}

async function lookAtDisk(dataDir: string): Promise<Omit<Finding, 'name'>> {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < leastFreeBytes) throw new Error(`Only ${bytesText(free)} are free.`);
  if (free < littleFreeBytes) {
    return warning(
      `only ${bytesText(free)} are free`,
      'A video takes about 100 MiB; see RETENTION_DAYS, MAX_STORAGE_GB.',
    );
  }
  return ok(`${bytesText(free)} are free`);
}

async function lookAtDatabase(database: Database): Promise<Omit<Finding, 'name'>> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
    database.db,
  );
  const pending = await pendingMigrations(database);
  const message = `PostgreSQL ${rows[0]?.version}`;
  if (pending.length === 0) return ok(message);
  return warning(`${message}, ${pending.length} migrations behind`, 'The next start of the service applies them.');
}

async function lookAtQueue(database: Database, limits: Config['limits']): Promise<Omit<Finding, 'name'>> {
  if ((await pendingMigrations(database)).length > 0) return ok('not looked at before the database is up to date');
  const { jobsByStatus, outboxAgeSeconds } = await createJobs({ database, limits }).gauges();
  const { queued, downloading, rendering } = jobsByStatus;
  const message = `${queued} queued, ${downloading + rendering} under way`;
  if (outboxAgeSeconds > lateSeconds) {
    return warning(`${message}; jobs have waited ${Math.round(outboxAgeSeconds)} s to enter it`, 'Start the service.');
  }
  const { rows } = await sql<{ dead: number }>`
    select count(*) as dead from pgboss.job where name = 'render-dead-letters' and state < 'active'`
    .execute(database.db)
    .catch(() => ({ rows: [] }));
  const dead = rows[0]?.dead ?? 0;
  return dead === 0 ? ok(message) : warning(`${message}, ${dead} given up`, 'See bin/reprise dead-letters.');
}

async function lookAtFonts() {
  const pages = (await readdir(join(assets, 'glyphs'))).filter((name) => name.endsWith('.bin'));
  // Latin letters and Japanese kana: without them most titles cannot be written.
  for (const page of ['00.bin', '30.bin']) {
    if (!pages.includes(page)) throw new Error(`The letters of page ${page} are missing.`);
  }
  return ok(`${pages.length} pages of letters`);
}

/** A few frames of the demo: kernel, skin, letters, encoder and sound, all as in a real render. */
async function lookAtEncoder(encoding: Config['encoding']) {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-doctor-'));
  try {
    const { frames, bytes } = await renderReplay({
      replay: await readFile(join(assets, 'demo', 'demo.osr')),
      beatmap: { files: archiveFiles(await readFile(join(assets, 'demo', 'demo.osz'))) },
      skin: null,
      assets,
      file: join(folder, 'video.mp4'),
      options: {
        ...renderOptionsOf({ ...defaultRenderSettings, settings: {} }),
        ...{ width: 640, height: 360, ...encoding, start: 2_000, end: 2_250 },
        ...{ motionBlur: false, storyboard: false },
      },
    });
    return ok(`${encoding.encoder} makes a video: ${frames} frames, ${bytesText(bytes)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Any answer will do: what they say to a question about no map is their own. */
async function lookAtMirrors(templates: Config['beatmapMirrors']): Promise<Omit<Finding, 'name'>> {
  const origins = [...new Set(mirrorsOf(templates).map(({ download }) => new URL(download).origin))];
  if (origins.length === 0) return ok('none: maps come from the library, or with their replays');
  const isThere = await Promise.all(
    origins.map((origin) =>
      fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(mirrorMs) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  const silent = origins.filter((_, at) => !isThere[at]).map((origin) => new URL(origin).host);
  if (silent.length === 0) return ok(`${origins.length} answer`);
  const advice = 'Only maps of the library, and those that come with their replays, are sure to be found.';
  return warning(`${silent.join(', ')} ${silent.length === 1 ? 'does' : 'do'} not answer`, advice);
}

function ok(message: string): Omit<Finding, 'name'> {
  return { state: 'ok', message, advice: null };
}

function warning(message: string, advice: string): Omit<Finding, 'name'> {
  return { state: 'warning', message, advice };
}
