import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinEmbeddedPostgres } from '../../src/service/database/embedded/index.ts';
import { memoryFolder } from '../support/database/memory-folder.ts';
import { freePort } from '../support/http/free-port.ts';
import { runReprise } from '../support/processes/serve-process.ts';
import { allProcesses, childrenOf, type ProcessInfo } from './processes.ts';
import type { Random } from './random.ts';
import { settleTimeoutMs } from './run-length.ts';
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts';
import { tinySet } from './tiny-play.ts';

export const targets = ['child', 'worker', 'api', 'database'] as const;
export type Target = (typeof targets)[number];

/** The whole service on this machine: an API that renders, and workers. Each process restarts when it dies. */
export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  readonly api: SupervisedProcess;
  readonly workers: readonly SupervisedProcess[];
  /** Kills a process of that kind, a rendering one if there is any; false when none runs now. */
  kill(target: Target, random: Random): Promise<boolean>;
  /** All processes of the service, those of killed parents included. */
  processes(): ProcessInfo[];
  /** The renders of the running processes, without those of killed parents. */
  renders(): ProcessInfo[];
  /** Waits for a worker that renders. */
  busyWorker(): Promise<SupervisedProcess>;
  logs(): Promise<string>;
  /** Resolves when all processes are ready, restarted ones included. */
  ready(): Promise<void>;
  /** Stops all processes, the workers first, and returns their exit codes. */
  stop(): Promise<(number | null)[]>;
  remove(): Promise<void>;
}

export interface ServiceOptions {
  readonly workers?: number;
  /** Workers that have only a token; they come after the others in `RunningService.workers`. */
  readonly lentWorkers?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Overrides for the workers. */
  readonly workerEnv?: Readonly<Record<string, string>>;
  /** By default a new folder. */
  readonly dataDir?: string;
  readonly port?: number;
}

export const webhookSecret = 'a shared secret';

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const folder = await memoryFolder('reprise-chaos-');
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
  const supervised: SupervisedProcess[] = [];
  function start(name: string, command: string, settings: Readonly<Record<string, string>>): SupervisedProcess {
    const started = superviseProcess({
      name,
      args: [command],
      env: settings,
      logFile: join(folder, `${name}.log`),
      folder,
    });
    supervised.push(started);
    return started;
  }
  const api = start('api', 'serve', env);
  const workers: SupervisedProcess[] = [];
  await ready();
  // With a port, the workers would serve their health endpoint on the port of the API.
  const { PORT: _, ...shared } = { ...env, DATABASE_URL: await databaseUrl(), ...options.workerEnv };
  for (let number = 1; number <= (options.workers ?? 0); number++) {
    workers.push(start(`worker-${number}`, 'worker', shared));
  }
  for (let number = 1; number <= (options.lentWorkers ?? 0); number++) {
    const name = `lent-${number}`;
    const added = await runReprise(['workers', 'add', name, '--json'], { env: { DATA_DIR: dataDir } });
    const { token } = JSON.parse(added.stdout) as { token: string };
    workers.push(
      start(name, 'worker', {
        DATA_DIR: join(folder, name),
        SERVICE_URL: url,
        WORKER_TOKEN: token,
        RENDER_WORKERS: '1',
      }),
    );
  }

  async function databaseUrl(): Promise<string> {
    return options.env?.DATABASE_URL ?? (await joinEmbeddedPostgres({ dataDir }))?.url ?? '';
  }

  async function ready(): Promise<void> {
    const deadline = Date.now() + settleTimeoutMs;
    while (!supervised.every((each) => each.isReady()) || !(await isHealthy(url))) {
      if (Date.now() > deadline) {
        const text = await logs();
        await remove();
        throw new Error(`The service did not start.\n${text}`);
      }
      await sleep(100);
    }
  }

  async function logs(): Promise<string> {
    const texts = supervised.map(async ({ name }) => {
      const text = await readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');
      return `--- ${name}\n${text.slice(-20_000)}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  async function remove(): Promise<void> {
    for (const each of supervised) await each.stop();
    await rm(folder, { recursive: true, force: true });
  }

  function processes(): ProcessInfo[] {
    const isHere = (path: string) => path === folder || [folder, dataDir].some((each) => path.startsWith(`${each}/`));
    return allProcesses().filter((each) => isHere(each.folder) || each.command.includes(`${dataDir}/`));
  }
  const rendersOf = (each: SupervisedProcess) =>
    childrenOf(each.pid()).filter(({ command }) => command.includes('render-child'));
  const renders = () => supervised.flatMap(rendersOf);
  const busyWorkers = () => workers.filter((worker) => rendersOf(worker).length > 0);

  async function busyWorker(): Promise<SupervisedProcess> {
    while (true) {
      const [busy] = busyWorkers();
      if (busy) return busy;
      await sleep(50);
    }
  }

  return {
    url,
    dataDir,
    api,
    workers,
    processes,
    renders,
    busyWorker,
    logs,
    ready,
    async kill(target, random) {
      if (target === 'api') return api.kill();
      if (target === 'worker') {
        const busy = busyWorkers();
        return random.pick(busy.length > 0 ? busy : workers).kill();
      }
      const pids = target === 'child' ? renders().map(({ pid }) => pid) : await postmastersOf(dataDir);
      return pids.length > 0 && killProcess(random.pick(pids));
    },
    async stop() {
      const codes: (number | null)[] = [];
      for (const each of supervised.toReversed()) codes.push(await each.stop());
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

function killProcess(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
