import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { connect, startEmbeddedPostgres } from '../../../src/service/database/index.ts';
import { longWait } from '../../support/database/fresh-database.ts';
import { memoryFolder } from '../../support/database/memory-folder.ts';
import { buildProgram, type Program, type RunningProgram, run } from '../../support/processes/program.ts';

const log = createLog('silent');
const isRoot = process.getuid!() === 0;
const nobody = 65_534;
/** PostgreSQL's error code for a connection that it ends. */
const adminShutdown = '57P01';
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];

let program: Program;
let base: string;
/** A data folder with a cluster, which tests copy: creating one takes a second. */
let prepared: string;
const running: RunningProgram[] = [];

beforeAll(async () => {
  program = await buildProgram('test/support/processes/programs/serve-database.ts');
  base = await memoryFolder('reprise-embedded-');
  await chmod(base, 0o755);
  prepared = join(base, 'prepared');
  await (await startEmbeddedPostgres({ dataDir: prepared, log })).stop();
});
afterAll(async () => {
  await program.remove();
  await rm(base, { recursive: true, force: true });
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.end('SIGTERM');
  expect(await postgresProcesses()).toEqual([]);
});

let folders = 0;
async function dataFolder({ empty = false, name = '' } = {}): Promise<string> {
  folders += 1;
  const folder = join(base, `${folders}${name}`);
  if (empty) await mkdir(folder);
  // Node takes much more CPU time than cp to copy a thousand files.
  else execFileSync('cp', ['-R', '-P', prepared, folder]);
  return folder;
}

function own(dataDir: string, wrapper: readonly string[] = []): RunningProgram {
  const owner = run(program, ['own', dataDir], { wrapper });
  running.push(owner);
  return owner;
}

const started = async (program: RunningProgram) => (await program.answer) as { url: string };
const joined = (dataDir: string) => run(program, ['join', dataDir]).answer;

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** The servers that run on this test's folders; empty on systems without /proc. */
async function postgresProcesses(): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes('/postgres\0-D\0') && command.includes(base));
}

test('the first start creates a database, and the next start finds it', async () => {
  const dataDir = await dataFolder({ empty: true });
  const first = await startEmbeddedPostgres({ dataDir, log });
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await first.stop();
  expect(await postgresProcesses()).toEqual([]);

  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('the server is durable, listens on no network, and keeps its folders private', async () => {
  const dataDir = await dataFolder();
  const server = await startEmbeddedPostgres({ dataDir, log });
  const settings = await query(
    server.url,
    `select name, setting from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding') order by name`,
  );
  expect(Object.fromEntries((settings as { name: string; setting: string }[]).map((s) => [s.name, s.setting]))).toEqual(
    {
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    },
  );
  for (const folder of ['postgres', 'postgres/run', 'postgres/cluster']) {
    expect((await stat(join(dataDir, folder))).mode & 0o077, folder).toBe(0);
  }
  await server.stop();
});

test('a signal to our process group does not reach the server', async () => {
  const dataDir = await dataFolder();
  await started(own(dataDir));
  const pid = await postmasterPid(dataDir);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return console.log('no /proc here: the test of process groups is left out');
  const processGroup = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
  expect(Number(processGroup)).toBe(pid);
});

test('a second owner is refused with the process id of the first, while other commands can connect', async () => {
  const dataDir = await dataFolder();
  expect(await joined(join(dataDir, 'missing'))).toBeNull();
  expect(existsSync(join(dataDir, 'missing'))).toBe(false);
  expect(await joined(dataDir)).toBeNull();
  const first = own(dataDir);
  const { url } = await started(first);
  expect(await own(dataDir).answer).toEqual({
    code: 'database/in-use',
    message: expect.stringContaining(`Process ${first.pid} already serves`),
  });
  expect(await joined(dataDir)).toEqual({ url, one: 1 });
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.each([true, false])(
  'of two processes that start at the same time on a folder (empty: %s), one owns it',
  async (empty) => {
    const dataDir = await dataFolder({ empty });
    const answers = (await Promise.all([own(dataDir).answer, own(dataDir).answer])) as {
      url?: string;
      code?: string;
    }[];
    expect(answers.map(({ url, code }) => code ?? typeof url).sort()).toEqual(['database/in-use', 'string']);
  },
);

test('after kill -9 of the owner, the next start has everything that was committed', async () => {
  const dataDir = await dataFolder();
  for (let i = 0; i < 2; i += 1) {
    const owner = own(dataDir);
    const { url } = await started(owner);
    await query(url, 'create table if not exists kept (n int)');
    await query(url, `insert into kept values (${i})`);
    await owner.end('SIGKILL');
  }
  const { url } = await started(own(dataDir));
  expect(await query(url, 'select n from kept order by n')).toEqual([{ n: 0 }, { n: 1 }]);
});

test('a start ends an orphaned server and starts a new one', async () => {
  const dataDir = await dataFolder();
  const owner = own(dataDir);
  await started(owner);
  const command = await readFile(`/proc/${await postmasterPid(dataDir)}/cmdline`, 'utf8').catch(() => null);
  await owner.end('SIGTERM');
  if (command === null) return console.log('no /proc here: the orphan test is left out');
  // Without setpriv, the server would outlive its parent like this.
  const words = command.split('\0').slice(0, -1);
  const unshare = isRoot ? ['unshare', '--user', '--map-user=1', '--map-group=1'] : [];
  spawn('sh', ['-c', '"$@" >/dev/null 2>&1 &', 'sh', ...unshare, ...words], { stdio: 'ignore', detached: true });
  await vi.waitFor(async () => expect(await joined(dataDir)).toMatchObject({ one: 1 }), { timeout: 300_000 });
  const orphan = await postmasterPid(dataDir);
  await started(own(dataDir));
  expect(await postmasterPid(dataDir)).not.toBe(orphan);
  expect(await postgresProcesses()).toHaveLength(1);
});

test('a killed server is restarted, and the pool continues', async () => {
  const dataDir = await dataFolder();
  const server = await startEmbeddedPostgres({ dataDir, log });
  const database = connect({ url: server.url, log, applicationName: 'test' });
  await database.pool.query('create table kept as select 1 as n');
  for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
    const pid = await postmasterPid(dataDir);
    process.kill(pid, signal);
    await vi.waitFor(
      async () => {
        expect(await postmasterPid(dataDir)).not.toBe(pid);
        expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
      },
      { timeout: 300_000, interval: 50 },
    );
  }
  await database.close();
  await server.stop();
});

test('stopping waits a moment for connections that are closing, and cuts the others', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await dataFolder(), log });
  const [leaving, staying] = [new pg.Client(server.url), new pg.Client(server.url)];
  const brokenOff: unknown[] = [];
  const lost: unknown[] = [];
  leaving.on('error', (error) => brokenOff.push(error));
  staying.on('error', (error) => lost.push((error as { code?: string }).code));
  await Promise.all([leaving.connect(), staying.connect()]);
  const stopped = server.stop();
  await delay(20);
  await leaving.end();
  expect(brokenOff).toEqual([]);
  await stopped;
  await vi.waitFor(() => expect(lost[0]).toBe(adminShutdown), longWait);
});

test('stopping during a restart of the server leaves no process running', async () => {
  const dataDir = await dataFolder();
  const server = await startEmbeddedPostgres({ dataDir, log });
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await server.stop();
  await vi.waitFor(async () => expect(await postgresProcesses()).toEqual([]), { timeout: 300_000 });
});

test('a pid file with the id of another live process does not prevent the start', async () => {
  const dataDir = await dataFolder();
  const lines = [process.pid, join(dataDir, 'postgres', 'cluster'), 1, 5432, join(dataDir, 'postgres', 'run'), '', ''];
  await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${lines.join('\n')}\nready\n`);
  await mkdir(join(dataDir, 'postgres', 'run'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'run', '.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);
  expect(await joined(dataDir)).toBeNull();
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a first start that was killed is repeated from the beginning', async () => {
  const dataDir = await dataFolder({ empty: true });
  const postgres = join(dataDir, 'postgres');
  const interrupted = own(dataDir);
  await vi.waitFor(async () => expect((await readdir(postgres)).join()).toContain('unfinished-'), { timeout: 300_000 });
  await interrupted.end('SIGKILL');
  expect(existsSync(join(postgres, 'cluster'))).toBe(false);
  await started(own(dataDir));
  await vi.waitFor(async () => expect((await readdir(postgres)).sort()).toEqual(['cluster', 'run']), longWait);
});

test('if the path is too long for a socket, other processes find the short one', async () => {
  const dataDir = await dataFolder({ name: `-${'long'.repeat(30)}` });
  const { url } = await started(own(dataDir));
  expect(new URL(url).searchParams.get('host')).toMatch(/\/reprise-[0-9a-f]{16}$/);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await joined(dataDir)).toEqual({ url, one: 1 });
  await rm(new URL(url).searchParams.get('host')!, { recursive: true });
});

test('a folder whose name has spaces, quotes, commas, percent signs and umlauts works', async () => {
  const dataDir = await dataFolder({ name: ` '",%41ä` });
  const server = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('damaged files are a failure with PostgreSQL’s message', async () => {
  const dataDir = await dataFolder();
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '12\n');
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
    code: 'database/cannot-start',
    message: expect.stringContaining('incompatible'),
  });
});

if (isRoot) {
  test('root can use a folder that only root can open', async () => {
    const closed = await dataFolder({ empty: true });
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'data');
    const server = await startEmbeddedPostgres({ dataDir, log });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect((await stat(join(dataDir, 'postgres', 'cluster'))).uid).toBe(0);
  });

  test('an ordinary user can create a database, and root can use it', async () => {
    if (!reachableByNobody()) return;
    const dataDir = await dataFolder({ empty: true });
    await chown(dataDir, nobody, nobody);
    const user = own(dataDir, asNobody);
    await query((await started(user)).url, 'create table kept as select 1 as n');
    await user.end('SIGTERM');
    expect((await stat(join(dataDir, 'postgres', 'cluster'))).uid).toBe(nobody);

    const { url } = await started(own(dataDir));
    expect(await query(url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect((await stat(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))).uid).toBe(nobody);
  });

  test('a full /dev/shm does not prevent the start', async () => {
    // The other folders of this test are below /dev/shm.
    const dataDir = await mkdtemp(join(tmpdir(), 'reprise-embedded-'));
    const fillShm = 'mount -t tmpfs -o size=4k none /dev/shm && head -c 4096 /dev/zero >/dev/shm/full && exec "$@"';
    const owner = own(dataDir, ['unshare', '--mount', 'sh', '-c', fillShm, 'sh']);
    expect(await query((await started(owner)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await owner.end('SIGTERM');
    await rm(dataDir, { recursive: true });
  });

  test('an ordinary user is told which user owns the database', async () => {
    if (!reachableByNobody()) return;
    const dataDir = await dataFolder();
    const refusal = { code: 'database/cannot-start', message: expect.stringContaining('belongs to user 0') };
    expect(await own(dataDir, asNobody).answer).toEqual(refusal);
    await chmod(join(dataDir, 'postgres'), 0o777);
    expect(await own(dataDir, asNobody).answer).toEqual(refusal);
  });

  test('without user namespaces, root uses a system user, or explains what to do', async () => {
    if (!reachableByNobody()) return;
    const open = await dataFolder({ empty: true });
    const { url } = await started(await ownWithoutNamespaces(open));
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(open, 'postgres', 'cluster'))).uid).not.toBe(0);

    const closed = await dataFolder({ empty: true });
    await chmod(closed, 0o700);
    expect(await (await ownWithoutNamespaces(closed)).answer).toEqual({
      code: 'database/cannot-start',
      message: expect.stringMatching(/refuses to run as root.*Run this program as an ordinary user.*DATABASE_URL/),
    });
  });
} else {
  console.log('not root: the tests of other users are left out');
}

function reachableByNobody(): boolean {
  try {
    execFileSync(asNobody[0]!, [
      ...asNobody.slice(1),
      process.execPath,
      '-e',
      `require('fs').accessSync('${program.path}')`,
    ]);
    return true;
  } catch {
    console.log('this checkout cannot be entered by an ordinary user: the test is left out');
    return false;
  }
}

/** A user namespace that maps all users to themselves and forbids further namespaces. */
async function ownWithoutNamespaces(dataDir: string): Promise<RunningProgram> {
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
  // Map the users last: with only the groups mapped, the process would still be nobody.
  const waitForUsers = 'until grep -q . /proc/self/uid_map; do sleep 0.01; done; exec "$@"';
  const owner = own(dataDir, ['unshare', '--user', 'sh', '-c', waitForUsers, 'sh', 'sh', '-c', forbid, 'sh']);
  await vi.waitFor(async () => expect(await readFile(`/proc/${owner.pid}/gid_map`, 'utf8')).toBe(''), {
    ...longWait,
    interval: 5,
  });
  await writeFile(`/proc/${owner.pid}/gid_map`, '0 0 65536');
  await writeFile(`/proc/${owner.pid}/uid_map`, '0 0 65536');
  return owner;
}
