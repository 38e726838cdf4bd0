import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openInstallation } from '../../../src/cli/wiring/open-installation.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { joinEmbeddedPostgres } from '../../../src/service/database/index.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { makeZip } from '../../support/files/zip.ts';
import { expectError, get, jsonOf, newClient, post, replayForm } from '../../support/http/requests.ts';
import { runReprise, type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';

// The operator's commands, with and without a running service, on the embedded database and on DATABASE_URL.

const log = createLog('silent');
let folder: string;
let dataDir: string;
let service: ServeProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-administration-'));
  dataDir = join(folder, 'data');
  service = await startServeProcess({ dataDir });
});
afterAll(async () => {
  await service.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command in this process: starting another takes longer than most commands do. */
async function reprise(args: string[], env: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, ...env })) vi.stubEnv(name, value);
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const code = await main(args);
    const textOf = (spy: typeof out) => spy.mock.calls.map(([text]) => text).join('');
    return { code, stdout: textOf(out).trimEnd(), stderr: textOf(err as typeof out) };
  } finally {
    out.mockRestore();
    err.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Runs a command in its own process, with the built assets. */
const program = (args: string[], env: Record<string, string> = {}) =>
  runReprise(args, { env: { DATA_DIR: dataDir, BEATMAP_MIRRORS: '', ...env } });
const json = async (args: string[]) => JSON.parse((await reprise([...args, '--json'])).stdout);
const fetchJob = async (id: string) => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
async function submit(): Promise<string> {
  const answer = await post(`${service.url}/v1/render`, replayForm(), { client: newClient() });
  return (await jsonOf(answer)).job_id;
}

/** A server of a client, to which callbacks are sent. */
async function startReceiver() {
  const messages: unknown[] = [];
  const receiver = { url: '', status: 204, messages, [Symbol.asyncDispose]: async () => void server.close() };
  const server = createServer(async (request, response) => {
    messages.push(JSON.parse(await text(request)));
    response.writeHead(receiver.status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** The size of all stored files. Like du, it counts a file once, however many names it has. */
async function diskUsage(): Promise<number> {
  const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  const sizes = new Map(stats.map(({ ino, size }) => [ino, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

describe('with a running service', () => {
  test('jobs can be listed, shown, cancelled, retried and purged', async () => {
    const id = await submit();
    const list = await reprise(['jobs', 'list', '--status', 'queued']);
    expect(list).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^JOB .*\n${id}  queued .*\n1 of 1$`)),
    });
    expect(await json(['jobs', 'list'])).toMatchObject({ total: 1, jobs: [{ job_id: id, status: 'queued' }] });
    expect((await reprise(['jobs', 'show', id.replaceAll('-', '')])).stdout).toMatch(/^status +queued$/m);

    expect((await reprise(['jobs', 'purge', id])).stderr).toContain('The job is queued. Cancel it first.');
    expect(await reprise(['jobs', 'cancel', id, 'nonsense'])).toMatchObject({
      code: 1,
      stdout: `Cancelled ${id}.`,
      stderr: expect.stringContaining('There is no job nonsense.'),
    });
    expect(await fetchJob(id)).toMatchObject({ status: 'failed', error_code: 'job/cancelled' });

    const { new_job_id: again } = await json(['jobs', 'retry', id]);
    expect(await fetchJob(again)).toMatchObject({ status: 'queued', has_analytics: true });

    // Both jobs share the replay and the analytics: only the second purge frees space.
    await reprise(['jobs', 'cancel', again]);
    const usedBefore = await diskUsage();
    expect(await json(['jobs', 'purge', id])).toMatchObject({ result: 'purged', bytes: 0 });
    expect(await diskUsage()).toBe(usedBefore);
    const { bytes } = await json(['jobs', 'purge', again]);
    expect(bytes).toBeGreaterThan(0);
    expect(await diskUsage()).toBe(usedBefore - bytes);
    const purged = await fetchJob(id);
    expect(purged).toMatchObject({ status: 'failed', has_analytics: false, purged_at: expect.any(String) });
    expect((await get(`${service.url}${purged.artifacts.analytics_url}`)).status).toBe(404);
    expect((await get(`${service.url}/v1/artifacts/replays/${id}.osr`)).status).toBe(404);
    expect((await reprise(['jobs', 'purge', '--older-than', '36500'])).stdout).toBe('Purged 0 jobs: 0 B.');
    const { code, stderr } = await reprise(['jobs', 'purge', '--older-than', '36501']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('from 0 to 36500') });
  });

  test('a job can be deleted with everything that belongs to it', async () => {
    const used = await diskUsage();
    const id = await submit();
    expect((await reprise(['jobs', 'delete', id])).stderr).toContain('The job is queued. Cancel it first.');
    await reprise(['jobs', 'cancel', id]);
    const stored = await diskUsage();
    expect(await json(['jobs', 'delete', id])).toEqual({ job_id: id, result: 'deleted', bytes: stored - used });
    expect(await diskUsage()).toBe(used);
    expect((await get(`${service.url}/v1/jobs/${id}`)).status).toBe(404);
    expect(await reprise(['jobs', 'delete', id])).toMatchObject({ code: 1, stderr: expect.stringContaining('no job') });
  });

  test('jobs can be listed by client', async () => {
    const client = newClient();
    const id = (await jsonOf(await post(`${service.url}/v1/render`, replayForm(), { client }))).job_id;
    await submit();
    expect(await json(['jobs', 'list', '--client', client])).toMatchObject({
      total: 1,
      jobs: [{ job_id: id, client }],
    });
    expect(await json(['jobs', 'list', '--client', client, '--status', 'failed'])).toEqual({ total: 0, jobs: [] });
  });

  test('keys can be created, listed, shown and revoked, and are printed once', async () => {
    const flags = ['--per-minute', '7', '--active', '3', '--priority', 'low', '--expires', '2999-12-31'];
    const created = await json(['keys', 'create', 'my bot', ...flags]);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      name: 'my bot',
      key: expect.stringMatching(/^rpk_[\w-]{43}$/),
      callback_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const headers = { authorization: `Bearer ${created.key}` };
    expect((await post(`${service.url}/v1/render`, replayForm(), { headers })).status).toBe(202);
    const shown = {
      id: created.id,
      name: 'my bot',
      state: 'active',
      per_minute: 7,
      active: 3,
      priority: 'low',
      expires_at: '2999-12-31T00:00:00.000Z',
      revoked_at: null,
      last_used_at: expect.any(String),
      submissions: 1,
    };
    expect(await json(['keys', 'show', 'my bot'])).toMatchObject({ ...shown, active_jobs: 1 });
    expect(await json(['keys', 'list'])).toMatchObject([shown]);
    const texts = [(await reprise(['keys', 'list'])).stdout, (await reprise(['keys', 'show', created.id])).stdout];
    expect(texts[0]).toMatch(new RegExp(`^KEY .*\n${created.id}  my bot  active  7 +3 +low `));
    expect(texts[1]).toMatch(/^priority +low$/m);
    expect(texts.join()).not.toContain(created.key);
    expect(texts.join()).not.toContain(created.callback_secret);

    expect(await reprise(['keys', 'test-callback', 'my bot', 'http://127.0.0.1:1/'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('private network. Set CALLBACK_HOSTS to allow it.'),
    });
    await using receiver = await startReceiver();
    const test = ['keys', 'test-callback', 'my bot', receiver.url];
    const env = { CALLBACK_HOSTS: new URL(receiver.url).host };
    expect(await reprise(test, env)).toMatchObject({ code: 0, stdout: 'Delivered.', stderr: '' });
    expect(receiver.messages).toEqual([
      { type: 'callback.test', timestamp: expect.any(String), data: { key: 'my bot' } },
    ]);
    receiver.status = 500;
    expect(await reprise(test, env)).toMatchObject({
      code: 1,
      stderr: 'Not delivered: The response had status 500.\n',
    });
    expect(await json(['keys', 'callbacks'])).toEqual([]);
    expect(await json(['keys', 'retry-callbacks'])).toEqual({ retried: 0 });

    expect(await reprise(['keys', 'create', 'my bot'])).toMatchObject({ code: 1, stdout: '' });
    expect(await reprise(['keys', 'revoke', 'my bot', 'nonsense'])).toMatchObject({
      code: 1,
      stdout: `Revoked my bot (${created.id}).`,
      stderr: 'nonsense: There is no key "nonsense". (key/not-found)\n',
    });
    expect(await json(['keys', 'show', created.id])).toMatchObject({ state: 'revoked' });
    const poll = async () => (await get(`${service.url}/v1/jobs`, headers)).status;
    await expect.poll(poll, { timeout: 20_000 }).toBe(401);
    const again = await reprise(['keys', 'create', 'my bot']);
    expect(again.stdout).toMatch(/^Created the key my bot .*\n\nkey +rpk_[\w-]{43}\ncallback secret +whsec_\S+$/);
    expect(await json(['keys', 'show', 'my bot'])).toMatchObject({ state: 'active', per_minute: 60, active: 20 });
  });

  test.each([
    [[]],
    [['create']],
    [['create', 'a', 'b']],
    [['create', '']],
    [['create', ' a']],
    [['create', 'a"b']],
    [['create', 'x'.repeat(65)]],
    [['create', 'a', '--per-minute', '0']],
    [['create', 'a', '--active', '1.5']],
    [['create', 'a', '--priority', 'urgent']],
    [['create', 'a', '--expires', '2999-02-31']],
    [['create', 'a', '--expires', 'tomorrow']],
    [['create', 'a', '--expires', '2020-01-01']],
    [['show']],
    [['revoke']],
    [['list', 'a']],
    [['test-callback', 'a']],
    [['callbacks', 'a']],
    [['retry-callbacks', 'a']],
    [['rename', 'a', 'b']],
  ])('keys %j is refused, and the help named', async (args) => {
    expect(await reprise(['keys', ...args])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('\nSee bin/reprise keys --help.\n'),
    });
  });

  test('in maintenance, submissions and retries get 503 with the message of the operator', async () => {
    const failed = await submit();
    await reprise(['jobs', 'cancel', failed]);
    const message = 'Back at 18:00 UTC.';
    expect((await reprise(['maintenance', 'on', '--message', message])).stdout).toMatch(
      /maintenance since .* 18:00 UTC\.$/,
    );
    try {
      const refused = await post(`${service.url}/v1/render`, replayForm());
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await expectError(refused, 503, 'service/maintenance')).toMatchObject({
        detail: `The service is in maintenance and accepts nothing new. ${message}`,
      });
      expect((await reprise(['jobs', 'retry', failed])).stderr).toContain('service/maintenance');
      expect((await get(`${service.url}/v1/jobs`)).status).toBe(200);
      expect(await (await get(`${service.url}/metrics`)).text()).toMatch(/^reprise_maintenance 1$/m);
      expect(await json(['maintenance'])).toEqual({ maintenance: { message, since: expect.any(String) } });
    } finally {
      expect((await reprise(['maintenance', 'off'])).stdout).toBe('The service accepts submissions.');
    }
    expect((await post(`${service.url}/v1/render`, replayForm())).status).toBe(202);
    expect((await reprise(['maintenance', 'perhaps'])).code).toBe(2);
  });

  test('the queue is paused and resumed, and jobs are moved', async () => {
    expect((await reprise(['queue'])).stdout).toBe('The queue is not paused.');
    expect((await reprise(['queue', 'pause', '--reason', 'New disks.'])).stdout).toMatch(
      /paused since .* New disks\.$/,
    );
    try {
      expect(await json(['queue'])).toEqual({ paused: { reason: 'New disks.', since: expect.any(String) } });
      const id = await submit();
      expect((await reprise(['jobs', 'move', id, '--to', 'first'])).stdout).toBe(`Moved ${id}: first.`);
      expect(await fetchJob(id)).toMatchObject({ queue_position: 1, starts_in_seconds: null });
      await reprise(['jobs', 'cancel', id]);
      expect((await reprise(['jobs', 'move', id, '--to', 'last'])).stderr).toContain('admin/not-queued');
      expect((await reprise(['jobs', 'move', id])).code).toBe(2);
    } finally {
      expect((await reprise(['queue', 'resume'])).stdout).toBe('The queue is not paused.');
    }
    expect((await reprise(['queue', 'stop'])).code).toBe(2);
  });

  test('clients are blocked and unblocked, and the audit has all of it, without secrets', async () => {
    const client = newClient();
    const added = await json(['blocks', 'add', 'client', client, '--reason', 'Spam.', '--expires', '2999-12-31']);
    expect(added).toMatchObject({ kind: 'client', name: client, expires_at: '2999-12-31T00:00:00.000Z' });
    await expectError(await post(`${service.url}/v1/render`, replayForm(), { client }), 403, 'blocked/client');
    expect((await reprise(['blocks'])).stdout).toMatch(/^ID +KIND .*\n\d+ +client +10\./);
    expect(await reprise(['blocks', 'remove', String(added.id), '999'])).toMatchObject({
      code: 1,
      stdout: `Removed the block of ${client}.`,
      stderr: expect.stringContaining('admin/no-such-block'),
    });
    const { key } = await json(['keys', 'create', 'audited']);
    const entries = await json(['audit']);
    expect(entries.slice(0, 3)).toMatchObject([
      { actor: 'command line', client: null, action: 'key.create', target: 'audited', outcome: 'done' },
      { action: 'block.remove', target: client },
      { action: 'block.add', target: client, details: { reason: 'Spam.' } },
    ]);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining([
        'job.cancel',
        'job.retry',
        'job.purge',
        'job.delete',
        'maintenance.start',
        'queue.pause',
      ]),
    );
    const text = (await reprise(['audit', '--limit', '1000'])).stdout;
    expect(text).toMatch(/^TIME .*\n\S+ \S+ +command line +key\.create +audited +done /);
    expect(text).not.toContain(key);
  });

  test('an IPv6 client is blocked with its network', async () => {
    for (const client of ['2001:db8::1', '2001:db8:0:0::/64']) {
      const { name, id } = await json(['blocks', 'add', 'client', client, '--reason', 'Spam.']);
      expect(name).toBe('2001:db8:0:0::/64');
      expect((await reprise(['blocks', 'remove', String(id)])).code).toBe(0);
    }
  });

  test.each([
    [['audit', 'all']],
    [['audit', '--limit', '0']],
    [['blocks', 'add', 'client', '10.0.0.1']],
    [['blocks', 'add', 'client', '1.2.3', '--reason', 'y']],
    [['blocks', 'add', 'client', 'key:', '--reason', 'y']],
    [['blocks', 'add', 'client', '10.0.0.1', '--reason', 'x'.repeat(501)]],
    [['blocks', 'add', 'robot', 'x', '--reason', 'y']],
    [['blocks', 'add', 'player', '', '--reason', 'y']],
    [['blocks', 'add', 'player', 'x', '--reason', 'y', '--expires', '2020-01-01']],
    [['blocks', 'remove']],
    [['blocks', 'list', 'x']],
    [['queue', 'pause', '--reason', 'x'.repeat(501)]],
    [['serve', 'extra']],
    [['backup', 'new.tar', '--files', '--no-files']],
  ])('%j is refused, and the help named', async (args) => {
    expect(await reprise(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('bin/reprise') });
  });

  test('live workers are listed with the jobs that they render', async () => {
    expect(await json(['workers'])).toEqual([]);
    const config = readConfig({ DATA_DIR: dataDir });
    const installation = await openInstallation(config, { access: 'administer', applicationName: 'test', log });
    try {
      const id = await submit();
      const queue = await installation.startQueue();
      const worker = await queue.registerWorker({ slots: 3, name: 'host:7', version: '1.2.3' }, () => [id, id]);
      const listed = { name: 'host:7', version: '1.2.3', slots: 3, busy: 2, job_ids: [id] };
      expect(await json(['workers'])).toMatchObject([listed]);
      expect((await reprise(['workers'])).stdout).toMatch(new RegExp(`^WORKER .*\nhost:7  1\\.2\\.3  .* 3 +2 +${id}$`));
      const metrics = await (await get(`${service.url}/metrics`)).text();
      for (const line of ['workers 1', 'worker_slots 3', 'worker_slots_busy 2']) {
        expect(metrics).toContain(`\nreprise_${line}\n`);
      }
      await worker.end();
      expect(await json(['workers'])).toEqual([]);
    } finally {
      await installation.close();
    }
  });

  test('lent workers are added, drained and revoked', async () => {
    const added = await json(['workers', 'add', 'attic', '--trusted']);
    expect(added).toMatchObject({ name: 'attic', state: 'away', trusted: true, seen_at: null });
    expect(added.token).toMatch(/^rpw_[A-Za-z0-9_-]{43}$/);
    expect(await reprise(['workers', 'add', 'attic'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A worker named attic already exists.'),
    });
    const lent = async () => (await json(['workers', 'lent'])) as { id: string; draining: boolean; state: string }[];
    expect(JSON.stringify(await lent())).not.toContain(added.token);
    expect((await reprise(['workers', 'drain', 'attic'])).code).toBe(0);
    expect(await lent()).toMatchObject([{ id: added.id, draining: true }]);
    expect((await reprise(['workers', 'resume', added.id])).code).toBe(0);
    expect(await lent()).toMatchObject([{ id: added.id, draining: false }]);
    expect(await reprise(['workers', 'revoke', 'attic', 'nothing'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Revoked attic'),
      stderr: expect.stringContaining('worker/not-found'),
    });
    // The name is free again.
    expect(await json(['workers', 'add', 'attic'])).toMatchObject({ trusted: false });
    expect((await lent()).map(({ state }) => state)).toEqual(['away', 'revoked']);
    const audit = (await json(['audit'])) as { action: string; target: string }[];
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['worker.add', 'worker.drain', 'worker.resume', 'worker.revoke']),
    );
    expect(JSON.stringify(audit)).not.toContain(added.token);
  });

  test('skins can be listed and removed', async () => {
    const form = new FormData();
    form.set('skin', new File([makeZip([{ name: 'skin.ini', data: Buffer.from('[General]') }])], 'Mine.osk'));
    const client = newClient();
    expect((await post(`${service.url}/v1/skins/upload`, form, { client })).status).toBe(200);
    expect(await json(['skins', 'list'])).toMatchObject([{ name: 'Mine', client }]);
    expect((await reprise(['skins', 'list'])).stdout).toMatch(/^SKIN .*\nMine /);
    expect(await reprise(['skins', 'remove', 'Mine', '../objects'])).toMatchObject({
      code: 1,
      stdout: 'Removed Mine.',
      stderr: expect.stringContaining('skin/not-found'),
    });
    expect(await jsonOf(await get(`${service.url}/v1/skins`))).toMatchObject({ skins: ['Default'] });
  });

  test('dead letters can be listed, retried and dropped', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const installation = await openInstallation(config, { access: 'administer', applicationName: 'test', log });
    const { database } = installation;
    const queue = await installation.startQueue();
    try {
      const [revived = '', dropped = ''] = await insertJobs(database, [{}, {}]);
      for (const job_id of [revived, dropped]) await queue.entries.add(database.db, { job_id }, { maxRetries: 0 });
      for (let entry = await queue.entries.take(); entry !== null; entry = await queue.entries.take()) {
        if ([revived, dropped].includes(entry.payload.job_id)) await queue.entries.fail(entry);
        else await queue.entries.putBack(entry, 60);
      }
      expect((await json(['dead-letters'])).map(({ job_id }: { job_id: string }) => job_id).sort()).toEqual(
        [revived, dropped].sort(),
      );
      expect(await (await get(`${service.url}/metrics`)).text()).toMatch(/^reprise_dead_letters 2$/m);
      expect((await reprise(['dead-letters', 'retry', revived])).stdout).toBe(`${revived}: retried.`);
      const entries = await queue.entries.list();
      expect(entries.filter(({ jobId, state }) => jobId === revived && state === 'waiting')).toHaveLength(1);
      expect((await reprise(['dead-letters', 'drop', '--all'])).stdout).toBe(`${dropped}: dropped.`);
      expect(await fetchJob(dropped)).toMatchObject({ status: 'failed', error_code: 'render/worker-lost' });
      expect(await json(['dead-letters', 'list'])).toEqual([]);
    } finally {
      await installation.close();
    }
  });

  test('the doctor finds no problem', async () => {
    const { code, stdout } = await program(['doctor', '--json']);
    const results: { name: string; state: string }[] = JSON.parse(stdout);
    expect(results.filter(({ name, state }) => name !== 'disk' && state !== 'ok')).toEqual([]);
    expect(results.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'configuration',
        'data folder',
        'disk',
        'database',
        'storage',
        'fonts',
        'encoder',
        'mirrors',
      ]),
    );
    expect(code).toBe(0);
  });

  test('a backup restored into an empty data folder has the same jobs and artifacts', async () => {
    const id = await submit();
    await writeFile(join(dataDir, 'objects', 'replays', `${id}.osr`), 'the very replay');
    const before = await fetchJob(id);
    const file = join(folder, 'all.tar');
    expect(await reprise(['backup', file])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/rows, \d+ files, /),
    });
    expect(await reprise(['backup', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already exists'),
    });
    expect(await reprise(['restore', file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stop it first'),
    });
    expect((await reprise(['restore', file, '--check'])).stdout).toMatch(/ is complete: /);

    const fresh = join(folder, 'fresh');
    expect(await reprise(['restore', file], { DATA_DIR: fresh })).toMatchObject({ code: 0 });
    expect(await reprise(['restore', file], { DATA_DIR: fresh })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Restore into an empty database'),
    });
    const other = await startServeProcess({ dataDir: fresh });
    try {
      // Jobs that tests above have inserted without the relay get their turns here.
      const queue_position = expect.any(Number);
      expect(await jsonOf(await get(`${other.url}/v1/jobs/${id}`))).toEqual({ ...before, queue_position });
      const link = await get(`${other.url}/v1/artifacts/replays/${id}.osr`);
      const replay = await get(new URL(link.headers.get('location')!, other.url).href);
      expect(await replay.text()).toBe('the very replay');
      const [mine, theirs] = await Promise.all(
        [service, other].map(async ({ url }) => jsonOf(await get(`${url}/v1/jobs`))),
      );
      expect(theirs.total).toBe(mine.total);
    } finally {
      await other.end('SIGTERM');
    }
  });
});

test('without a running service, a command starts the embedded database and stops it again', async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  const { code, stdout } = await program(['jobs', 'list', '--json']);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, total: expect.any(Number) });
  expect(await joinEmbeddedPostgres({ dataDir })).toBeNull();
});

test('commands use the database of DATABASE_URL', async () => {
  const fresh = await freshDatabase();
  try {
    const [id] = await insertJobs(fresh.connect(), [{ status: 'completed' }]);
    const { stdout } = await reprise(['jobs', 'list', '--json'], { DATABASE_URL: fresh.url });
    expect(JSON.parse(stdout)).toMatchObject({ total: 1, jobs: [{ job_id: id }] });
  } finally {
    await fresh.drop();
  }
});

describe('the doctor finds problems, gives advice and exits with 1', () => {
  const failuresOf = (stdout: string): { name: string; advice: string }[] =>
    JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'failed');

  test('a mistake in the configuration', async () => {
    const { code, stdout } = await reprise(['doctor', '--json'], { DATA_DIR: join(folder, 'new'), MAX_QUEUED: 'many' });
    const advice = expect.stringMatching(/Correct the variables/);
    expect(failuresOf(stdout)[0]).toMatchObject({ name: 'configuration', advice });
    expect(code).toBe(1);
  });

  test('a missing database, bucket and encoder, too little memory, and a service that does not answer a worker', async () => {
    const { code, stdout } = await program(['doctor', '--json'], {
      DATA_DIR: join(folder, 'new'),
      DATABASE_URL: 'postgres://127.0.0.1:9/x',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 's',
      RENDER_ENCODER: 'h264_nothing',
      RENDER_MEMORY_MB: '256',
      SERVICE_URL: 'http://127.0.0.1:9',
      WEBHOOK_SECRET: 'a secret',
    });
    const failures = failuresOf(stdout);
    for (const [name, advice] of [
      ['database', /DATABASE_URL is right/],
      ['storage', /S3_ENDPOINT/],
      ['reporting', /SERVICE_URL and WEBHOOK_SECRET/],
      ['encoder', /RENDER_ENCODER/],
    ] as const) {
      expect(failures).toContainEqual(expect.objectContaining({ name, advice: expect.stringMatching(advice) }));
    }
    const [memory] = JSON.parse(stdout).filter(({ name }: { name: string }) => name === 'memory');
    expect(memory).toMatchObject({ state: 'warning', message: expect.stringContaining('RENDER_MEMORY_MB is 256') });
    expect(code).toBe(1);
  });
});
