import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readReplay, writeReplay } from '../../src/game/replay/index.ts';
import { joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { tinyFields, tinyReplay, tinySet } from '../../test/chaos/tiny-play.ts';
import {
  type LentWorkerProcess,
  runReprise,
  startLentWorkerProcess,
  startServeProcess,
  startWorkerProcess,
  type WorkerProcess,
} from '../../test/support/processes/serve-process.ts';

/** A service that renders nothing itself, and workers that are started beside it. */
export interface BenchService {
  /** Submits a play that was not rendered before, a short one or the demo, which takes a minute. Returns the id of the job. */
  submit(play?: 'short' | 'demo'): Promise<string>;
  /** When a job first got a status, in Unix milliseconds; null if it never had it. */
  since(jobId: string, status: string): Promise<number | null>;
  /** Waits until all of these jobs are completed, and returns when each of them was. */
  completed(jobIds: readonly string[]): Promise<number[]>;
  /** Starts a worker, on one core if its number is given. */
  startWorker(core?: number): Promise<WorkerProcess>;
  /** Starts a lent worker, which has only a token. */
  startLentWorker(core?: number): Promise<LentWorkerProcess>;
  stop(): Promise<void>;
}

const pollMs = 50;
/** The replay of the demo, whose map the service has in its library. */
const demoFile = 'dist/assets/demo/demo.osr';
const demoFields = { motion_blur: 'false', settings: JSON.stringify({ resolution: '720p' }) };
/** The demo becomes two segments. */
const segmentSeconds = '30';

export async function startBenchService(): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  await mkdir(join(dataDir, 'beatmaps'));
  await writeFile(join(dataDir, 'beatmaps', 'tiny.osz'), tinySet);
  const shared = {
    WEBHOOK_SECRET: randomUUID(),
    BEATMAP_MIRRORS: '',
    RENDER_PRESET: 'ultrafast',
    SEGMENT_SECONDS: segmentSeconds,
  };
  const service = await startServeProcess({ dataDir, env: { ...shared, MAX_QUEUED: '1000', MAX_RENDERING: '1000' } });
  const { url: databaseUrl } = (await joinEmbeddedPostgres({ dataDir }))!;
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const workers: WorkerProcess[] = [];
  const lentWorkers: LentWorkerProcess[] = [];
  let clients = 0;

  async function since(jobId: string, status: string): Promise<number | null> {
    const { rows } = await db.query(
      'select extract(epoch from min(at))::float8 * 1000 as at from job_events where job_id = $1 and status = $2',
      [jobId, status],
    );
    return rows[0].at;
  }

  return {
    since,
    async submit(play = 'short') {
      clients++;
      const player = `player ${clients}`;
      const form = new FormData();
      form.set('replay', new File([play === 'short' ? tinyReplay(player) : await demoReplay(player)], 'play.osr'));
      for (const [name, value] of Object.entries(play === 'short' ? tinyFields : demoFields)) form.set(name, value);
      const headers = { 'edge-connecting-ip': `10.0.${clients >> 8}.${clients & 255}` };
      const answer = await fetch(`${service.url}/v1/render`, { method: 'POST', body: form, headers });
      const { job_id: id, detail } = (await answer.json()) as { job_id: string; detail?: string };
      if (answer.status !== 202) throw new Error(`A job was refused: ${detail}`);
      return id;
    },
    async completed(jobIds) {
      const times: number[] = [];
      for (const id of jobIds) {
        for (;;) {
          const at = await since(id, 'completed');
          if (at !== null) {
            times.push(at);
            break;
          }
          if ((await since(id, 'failed')) !== null) throw new Error(`Job ${id} has failed.`);
          await sleep(pollMs);
        }
      }
      return times;
    },
    async startWorker(core) {
      const worker = await startWorkerProcess({
        dataDir,
        env: { ...shared, DATABASE_URL: databaseUrl, SERVICE_URL: service.url },
        wrapper: core === undefined ? [] : ['taskset', '-c', String(core)],
      });
      workers.push(worker);
      return worker;
    },
    async startLentWorker(core) {
      const added = await runReprise(['workers', 'add', `lent ${lentWorkers.length}`, '--trusted', '--json'], {
        env: { DATA_DIR: dataDir },
      });
      const { token } = JSON.parse(added.stdout) as { token: string };
      const worker = await startLentWorkerProcess({
        env: { SERVICE_URL: service.url, WORKER_TOKEN: token },
        wrapper: core === undefined ? [] : ['taskset', '-c', String(core)],
      });
      lentWorkers.push(worker);
      return worker;
    },
    async stop() {
      for (const worker of workers) await worker.end();
      for (const worker of lentWorkers) await worker.remove();
      await db.end();
      await service.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function demoReplay(player: string): Promise<Uint8Array<ArrayBuffer>> {
  const { header, ...rest } = readReplay(await readFile(demoFile));
  return Uint8Array.from(writeReplay({ ...rest, header: { ...header, player } }));
}
