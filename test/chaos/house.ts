import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinEmbeddedPostgres } from '../../src/service/database/index.ts';
import { freePort } from '../support/free-port.ts';
import { settledMs } from './length.ts';
import { allProcesses, type Seen } from './processes.ts';
import type { Random } from './random.ts';
import { type Resident, startResident } from './resident.ts';
import { tinySet } from './tiny-play.ts';

export const targets = ['child', 'worker', 'api', 'database'] as const;
export type Target = (typeof targets)[number];

/** The whole service on this machine: an API with renders of its own, and workers, all kept running. */
export interface House {
  readonly url: string;
  readonly dataDir: string;
  readonly api: Resident;
  readonly workers: readonly Resident[];
  /** Kills one of that kind at once; false when there is none at this moment. */
  kill(target: Target, random: Random): Promise<boolean>;
  /** Processes that belong to the house, also those of killed residents. */
  processes(): Seen[];
  renders(): Seen[];
  /** The first worker that is seen to render. */
  busyWorker(): Promise<Resident>;
  logs(): Promise<string>;
  /** Everyone is up, also those who had to be started again. */
  ready(): Promise<void>;
  /** Asks everyone to stop, the workers first, and answers their exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
}

export interface HouseOptions {
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** What workers get in place of the API's own. */
  readonly workerEnv?: Readonly<Record<string, string>>;
  /** Unless given, a new folder. */
  readonly dataDir?: string;
  readonly port?: number;
}

export const webhookSecret = 'a secret of the house';

export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-chaos-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  await mkdir(join(dataDir, 'beatmaps'), { recursive: true });
  await writeFile(join(dataDir, 'beatmaps', 'tiny.osz'), tinySet);
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    RENDER_WORKERS: '1',
    RENDER_PRESET: 'ultrafast',
    BEATMAP_MIRRORS: '',
    MAX_QUEUED: '1000',
    MAX_RENDERING: '1000',
    WEBHOOK_SECRET: webhookSecret,
    SERVICE_URL: url,
    DEBUG: 'true',
    ...options.env,
  };
  const residents: Resident[] = [];
  function moveIn(name: string, command: string, settings: Readonly<Record<string, string>>): Resident {
    const resident = startResident({
      name,
      args: [command],
      env: settings,
      logFile: join(folder, `${name}.log`),
      folder,
    });
    residents.push(resident);
    return resident;
  }
  const api = moveIn('api', 'serve', env);
  const workers: Resident[] = [];
  await ready();
  // A port would make them serve their health on the one of the API.
  const { PORT: _, ...shared } = { ...env, DATABASE_URL: await databaseUrl(), ...options.workerEnv };
  for (let number = 1; number <= (options.workers ?? 0); number++) {
    workers.push(moveIn(`worker-${number}`, 'worker', shared));
  }

  async function databaseUrl(): Promise<string> {
    return options.env?.DATABASE_URL ?? (await joinEmbeddedPostgres({ dataDir }))!.url;
  }

  async function ready(): Promise<void> {
    const deadline = Date.now() + settledMs;
    while (!residents.every((resident) => resident.isReady()) || !(await isHealthy(url))) {
      if (Date.now() > deadline) {
        const said = await logs();
        await remove();
        throw new Error(`The service did not come up.\n${said}`);
      }
      await sleep(100);
    }
  }

  async function logs(): Promise<string> {
    const texts = residents.map(async ({ name }) => {
      const text = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');
      return `--- ${name}\n${text.slice(-20_000)}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  async function remove(): Promise<void> {
    for (const resident of residents) await resident.stop();
    await rm(folder, { recursive: true, force: true });
  }

  function processes(): Seen[] {
    const isHere = (path: string) => path === folder || [folder, dataDir].some((each) => path.startsWith(`${each}/`));
    return allProcesses().filter((each) => isHere(each.folder) || each.command.includes(`${dataDir}/`));
  }
  const renders = () => processes().filter(({ command }) => command.includes('render-child'));

  async function busyWorker(): Promise<Resident> {
    while (true) {
      const parents = renders().map(({ parent }) => parent);
      const busy = workers.find((worker) => parents.includes(worker.pid()));
      if (busy) return busy;
      await sleep(50);
    }
  }

  return {
    ...{ url, dataDir, api, workers, processes, renders, busyWorker, logs, ready },
    async kill(target, random) {
      if (target === 'api') return api.kill();
      if (target === 'worker') return random.pick(workers).kill();
      const pids = target === 'child' ? renders().map(({ pid }) => pid) : await postmastersOf(dataDir);
      return pids.length > 0 && killed(random.pick(pids));
    },
    async stop() {
      const codes: (number | null)[] = [];
      for (const resident of [...residents].reverse()) codes.push(await resident.stop());
      return codes;
    },
    remove,
  };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function postmastersOf(dataDir: string): Promise<number[]> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 ? [pid] : [];
}

function killed(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
