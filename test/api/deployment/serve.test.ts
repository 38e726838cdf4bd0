import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { runReprise, type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-serve-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The native packages that a process has loaded; empty on systems without /proc. */
async function nativePackages(pid: number): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
  return [...new Set(maps.match(/[^/\s]+\.node$/gm))];
}

const secrets = { WEBHOOK_SECRET: 'hidden-webhook-secret', OSU_CLIENT_SECRET: 'hidden-osu-secret' };

/** The environments of a process and its descendants, as other processes of the same user can read them. */
async function environmentsBelow(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  const own = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return [own, ...(await Promise.all(children.map(environmentsBelow))).flat()];
}

const jobsOf = async ({ url }: ServeProcess) =>
  ((await (await fetch(`${url}/v1/jobs`)).json()) as { total: number }).total;

/** Starting a service takes longer than most of what is tested here, so one service is tested from its start to its end. */
describe('a service on its own data folder', () => {
  let dataDir: string;
  let service: ServeProcess;
  let replay: Buffer;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(folder, 'data-'));
    service = await startServeProcess({ dataDir, env: { ...secrets, OSU_CLIENT_ID: '1' } });
    replay = await readFile(join(dataDir, 'demo/demo.osr'));
  });
  afterAll(() => service.end('SIGKILL'));

  test('prints its name and address, is healthy and has the demo', async () => {
    expect(service.lines).toEqual(['Reprise turns osu! replays into videos.', `Reprise is ready: ${service.url}/`]);
    expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'healthy' });
    const form = new FormData();
    form.set('replay', new Blob([replay]), 'demo.osr');
    expect((await fetch(`${service.url}/v1/render`, { method: 'POST', body: form })).status).toBe(202);
  });

  test('leaves no secret in the environment of its processes', async () => {
    // The service, the embedded database, and the child that has decoded the replay.
    const environments = await environmentsBelow(service.pid);
    expect(environments.length).toBeGreaterThan(2);
    for (const text of environments) {
      for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    }
  });

  test('loads neither the encoder nor the image library if it does not render', async () => {
    expect(await nativePackages(service.pid)).toEqual([]);
  });

  test('does not let a second process use its data folder', async () => {
    const { code, stderr } = await runReprise(['serve'], { env: { DATA_DIR: dataDir, PORT: '0' } });
    expect(code).toBe(1);
    expect(stderr).toContain('already serves the data folder');
    expect(stderr).not.toContain('    at ');
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  test('finishes an open request before it exits with 0 on SIGTERM to its process group', async () => {
    const head = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="replay"; filename="demo.osr"\r\n' +
        'Content-Type: application/octet-stream\r\n\r\n',
    );
    const tail = Buffer.from('\r\n--x--\r\n');
    const upload = request(`${service.url}/v1/render`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': head.length + replay.length + tail.length,
        // The service answers this at once, which proves that it has received the request.
        expect: '100-continue',
      },
    });
    upload.flushHeaders();
    await once(upload, 'continue');
    upload.write(Buffer.concat([head, replay.subarray(0, 100)]));
    const ended = service.end('SIGTERM');
    await vi.waitFor(() => expect(service.log()).toContain('"stopping"'), { timeout: 300_000 });
    upload.end(Buffer.concat([replay.subarray(100), tail]));
    const [answer] = await once(upload, 'response');
    const answeredAt = performance.now();
    expect(answer.statusCode).toBe(202);
    expect(await json(answer)).toMatchObject({ status: 'queued' });
    expect(await ended).toBe(0);
    expect(performance.now() - answeredAt).toBeLessThan(30_000);
    expect(service.log()).not.toMatch(/"level":"(warn|error|fatal)"/);
  });

  test('has its accepted jobs after a restart, where settings in .env apply unless the environment overrides them', async () => {
    const cwd = await mkdtemp(join(folder, 'dotenv-'));
    await writeFile(join(cwd, '.env'), 'PORT=1\nPUBLIC_URL=https://from.dotenv\nLOG_LEVEL=loud\n');
    const { code, stderr } = await runReprise(['serve'], { cwd, env: { DATA_DIR: join(cwd, 'data') } });
    expect(code).toBe(1);
    expect(stderr).toContain('LOG_LEVEL must be one of');
    service = await startServeProcess({ dataDir, cwd, env: { LOG_LEVEL: 'info', PUBLIC_URL: '' } });
    expect(await jobsOf(service)).toBe(2);
    expect(await service.end('SIGINT')).toBe(0);
  });
});

describe('one sentence explains why the service cannot start', () => {
  test('the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const fresh = await freshDatabase();
    const { code, stderr } = await runReprise(['serve'], {
      env: { DATA_DIR: join(folder, 'port'), DATABASE_URL: fresh.url, PORT: String(port) },
    });
    await fresh.drop();
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
    expect(stderr).not.toContain('    at ');
  });

  test('the data folder cannot be created', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { code, stderr } = await runReprise(['serve'], { env: { DATA_DIR: join(file, 'data'), PORT: '0' } });
    expect(code).toBe(1);
    expect(stderr).toContain(`Cannot write to the data folder ${join(file, 'data')} (ENOTDIR).`);
  });

  test('the database of DATABASE_URL does not answer', async () => {
    const env = { DATA_DIR: join(folder, 'url'), PORT: '0', DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/reprise' };
    const { code, stderr } = await runReprise(['serve'], { env });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot use the database of DATABASE_URL');
    expect(stderr).not.toContain('hush');
  });

  test('the configuration has several problems', async () => {
    const { code, stderr } = await runReprise(['serve'], { env: { PORT: 'x', MAX_QUEUED: '-1' } });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').slice(-3)).toEqual([
      'The configuration is invalid:',
      '  PORT must be a whole number from 0 to 65535, not "x".',
      '  MAX_QUEUED must be a whole number from 0 to 1000000, not "-1".',
    ]);
  });
});
