import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddressRule, sendMessage } from '../../../src/service/callbacks/index.ts';
import { createKeys, defaultKeyOptions } from '../../../src/service/keys/index.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { freePort } from '../../support/http/free-port.ts';
import { type ServeProcess, startServeProcess } from '../../support/processes/serve-process.ts';

const secret = 'a secret between worker and service';
let fresh: FreshDatabase;
let service: ServeProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-bot-'));
  fresh = await freshDatabase();
  const osuApi = { OSU_CLIENT_ID: '1', OSU_CLIENT_SECRET: secret };
  service = await startServeProcess({ env: { DATABASE_URL: fresh.url, WEBHOOK_SECRET: secret, ...osuApi } });
});
afterAll(async () => {
  await service?.remove();
  await fresh?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Saves a program of docs/bots.md and starts it as the page describes. */
async function startProgram(name: string, args: readonly string[], variables: Record<string, string> = {}) {
  const page = await readFile('docs/bots.md', 'utf8');
  const programs = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const program = programs.find((text) => text.startsWith(`// ${name}:`));
  if (program === undefined) throw new Error(`docs/bots.md has no program ${name}.`);
  await writeFile(join(folder, name), program);
  const child = spawn(process.execPath, [name, ...args], {
    cwd: folder,
    env: { ...process.env, REPRISE_URL: service.url, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => output.push(line));
  const errors = text(child.stderr);
  return { child, output, errors, firstLine: once(lines, 'line') };
}

const demoReplay = () => join(service.dataDir, 'demo/demo.osr');

test('the bot of docs/bots.md submits the demo, follows its job and downloads the video', async () => {
  const { child: bot, output, firstLine } = await startProgram('bot.mjs', [demoReplay()]);
  await firstLine;
  const jobId = await completeNewestJob('a video');
  const [code] = await once(bot, 'close');

  expect(code).toBe(0);
  expect(output[0]).toBe('queued 0%');
  expect(output.slice(-2)).toEqual(['completed 100%', `${service.url}/view/${jobId}`]);
  expect(await readFile(join(folder, `${jobId}.mp4`), 'utf8')).toBe('a video');
});

test('the bot of docs/bots.md with the packed client submits the demo, follows its job and downloads the video', async () => {
  const npm = (...args: string[]) =>
    promisify(execFile)('npm', [...args, '--no-audit', '--no-fund', '--silent'], { cwd: folder });
  const { stdout } = await npm('pack', resolve('clients/typescript'));
  const archive = stdout.trim().split('\n').at(-1) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await npm('install', '--offline', `./${archive}`);
  expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
    'reprise-client',
  ]);

  const { child: bot, output, firstLine } = await startProgram('client-bot.mjs', [demoReplay()]);
  await firstLine;
  const jobId = await completeNewestJob('a video');
  expect(await once(bot, 'close')).toEqual([0, null]);
  expect(output[0]).toBe('queued 0%');
  expect(output.slice(-2)).toEqual(['completed 100%', `${service.url}/view/${jobId}`]);
  expect(await readFile(join(folder, `${jobId}.mp4`), 'utf8')).toBe('a video');

  const { child: refused, errors } = await startProgram('client-bot.mjs', [demoReplay(), 'no/skin']);
  expect(await once(refused, 'close')).toEqual([1, null]);
  expect(await errors).toMatch(/^request\/invalid Validation error skin: Must be a skin name/);
});

test('the bot of docs/bots.md tells what is wrong with a refused submission', async () => {
  const { child, errors } = await startProgram('bot.mjs', [demoReplay(), 'no/skin']);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(await errors).toContain(
    'request/invalid: skin: Must be a skin name of letters, digits, spaces, hyphens and underscores.',
  );
});

test('the bot of docs/bots.md waits as long as Retry-After says, after 429 and after 503', async () => {
  // The service would let the bot wait for up to a minute, so another server refuses the submissions.
  const refusals = [429, 503, 400];
  const times: number[] = [];
  const refusing = createServer((request, response) => {
    times.push(performance.now());
    request.resume();
    request.on('end', () => {
      response.writeHead(refusals[times.length - 1] ?? 500, { 'retry-after': '1' });
      response.end(JSON.stringify({ code: 'the/last', detail: 'No further submission.' }));
    });
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  const { child, errors } = await startProgram('bot.mjs', [demoReplay()], { REPRISE_URL: `http://127.0.0.1:${port}` });
  expect(await once(child, 'close')).toEqual([1, null]);
  refusing.close();
  expect(await errors).toContain('the/last: No further submission.');
  const [first = 0, second = 0, third = 0] = times;
  expect(times).toHaveLength(refusals.length);
  // A timer may fire a little early.
  for (const pause of [second - first, third - second]) expect(pause).toBeGreaterThan(990);
});

test('the program of docs/bots.md that submits for many users gives each of them limits of their own', async () => {
  const before = await newestJobs();
  const { token } = await createKeys(fresh.connect()).create('my bot', defaultKeyOptions);
  const answers = [];
  for (const user of ['1', '1', '1', '2']) {
    const { child, output } = await startProgram('users.mjs', [demoReplay(), user], { REPRISE_KEY: token });
    await once(child, 'close');
    answers.push(output[0]?.slice(0, 3));
  }
  expect(answers).toEqual(['202', '202', '429', '202']);
  expect((await newestJobs()).length).toBe(before.length + 3);
});

test('the program of docs/bots.md that follows a job prints its queue position and its end', async () => {
  const form = new FormData();
  form.set('replay', new Blob([await readFile(demoReplay())]), 'demo.osr');
  const response = await fetch(`${service.url}/v1/render`, { method: 'POST', body: form });
  const { job_id: id } = (await response.json()) as { job_id: string };
  const { child, output, firstLine } = await startProgram('follow.mjs', [id]);
  await firstLine;
  expect(await completeNewestJob('a video')).toBe(id);
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(output).toEqual([expect.stringMatching(/^number \d+ in the queue$/), 'completed 100% ']);
});

test('the command in the README submits the demo', async () => {
  const readme = await readFile('README.md', 'utf8');
  const [command] = /^curl .*demo\.osr.*$/m.exec(readme) ?? [];
  if (command === undefined) throw new Error('README.md has no command that submits the demo.');
  const here = command.replace('http://127.0.0.1:8727', service.url).replace('data/demo', 'demo');
  const curl = spawn('sh', ['-c', here], { cwd: service.dataDir, stdio: ['ignore', 'pipe', 'inherit'] });
  const [response] = await Promise.all([once(curl.stdout, 'data'), once(curl, 'close')]);
  expect(JSON.parse(String(response))).toMatchObject({ status: 'queued', links: { status: expect.any(String) } });
});

async function newestJobs(): Promise<{ job_id: string }[]> {
  return ((await (await fetch(`${service.url}/v1/jobs`)).json()) as { jobs: { job_id: string }[] }).jobs;
}

/** Stores the artifacts that a worker would create, and reports the completion. */
async function completeNewestJob(video: string): Promise<string> {
  const [job] = await newestJobs();
  if (job === undefined) throw new Error('There is no job.');
  const id = job.job_id;
  await mkdir(join(service.dataDir, 'objects/videos'), { recursive: true });
  await writeFile(join(service.dataDir, 'objects/videos', `${id}.mp4`), video);
  const body = JSON.stringify({
    success: true,
    video_key: `videos/${id}.mp4`,
    thumb_key: `thumbnails/${id}.jpg`,
    log_key: `logs/${id}.log`,
    error: '',
    pp: 100,
    timestamp: Math.floor(Date.now() / 1000),
    nonce: crypto.randomUUID(),
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const response = await fetch(`${service.url}/v1/jobs/${id}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  });
  expect(await response.json()).toEqual({ status: 'ok' });
  return id;
}

test.runIf(process.platform === 'linux')(
  'the environment of a running service shows no secret to other processes',
  async () => {
    // Text with NUL would hide the rest of a test report.
    const environment = (await readFile(`/proc/${service.pid}/environ`, 'latin1')).replaceAll('\0', '\n');
    expect(environment).toMatch(/^PATH=\//m);
    expect(environment).toContain('WEBHOOK_SECRET=\n');
    for (const value of [secret, fresh.url]) expect(environment).not.toContain(value);
  },
);

test('the receiver of docs/bots.md accepts signed messages only, and each once', async () => {
  const { callbackSecret } = await createKeys(fresh.connect()).create('receiver', defaultKeyOptions);
  const port = await freePort();
  const variables = { CALLBACK_SECRET: callbackSecret, PORT: String(port) };
  const { child, output, firstLine } = await startProgram('receiver.mjs', [], variables);
  try {
    await firstLine;
    const url = `http://127.0.0.1:${port}/`;
    const rule = createAddressRule({ hosts: ['127.0.0.1'] });
    const { signal } = new AbortController();
    const body = JSON.stringify({ type: 'job.completed', data: { job_id: 'a job', metadata: { channel: 7 } } });
    const now = Math.floor(Date.now() / 1000);
    const message = { id: 'msg_1', sentAtUnixSeconds: now, body };
    for (let times = 0; times < 2; times++) await sendMessage(url, message, { secret: callbackSecret, rule, signal });
    const forged = sendMessage(url, { ...message, id: 'msg_2' }, { secret: 'whsec_AAAA', rule, signal });
    await expect(forged).rejects.toThrow('status 401');
    const old = { ...message, id: 'msg_3', sentAtUnixSeconds: now - 301 };
    await expect(sendMessage(url, old, { secret: callbackSecret, rule, signal })).rejects.toThrow('status 401');
    await expect.poll(() => output).toEqual(['listening', 'job.completed a job {"channel":7}']);
  } finally {
    child.kill();
  }
});
