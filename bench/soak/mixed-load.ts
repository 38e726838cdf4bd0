import { setTimeout as sleep } from 'node:timers/promises';
import { tinyFields, tinyReplay } from '../../test/chaos/tiny-play.ts';
import { makeZip } from '../../test/support/files/zip.ts';

/** Clients of every kind, until they are stopped. */
export interface MixedLoad {
  readonly accepted: readonly string[];
  /** What happened since the last call. */
  takeReport(): { timesMs: readonly number[]; unexpected: Record<string, number> };
  stop(): Promise<void>;
}

/** How many jobs wait in the queue, so that the worker is never idle. */
const keptQueued = 3;
const readers = 6;
/** Between two requests of one reader. */
const pauseMs = 10;

/** Starts readers, submitters, followers and clients that send what is refused. */
export function startMixedLoad(url: string): MixedLoad {
  const accepted: string[] = [];
  let times: number[] = [];
  let unexpected: Record<string, number> = {};
  let isStopped = false;
  let submitted = 0;

  async function expectStatus(name: string, expected: readonly number[], send: () => Promise<Response>) {
    const began = performance.now();
    const response = await send().catch(() => null);
    const body = await response?.arrayBuffer().catch(() => null);
    times.push(performance.now() - began);
    const status = response?.status ?? 0;
    if (expected.includes(status) && body) return { headers: response!.headers, body: Buffer.from(body) };
    unexpected[`${name} ${status}`] = (unexpected[`${name} ${status}`] ?? 0) + 1;
    return null;
  }

  const anyJob = () => accepted[Math.floor(Math.random() * accepted.length)];
  const offset = () => Math.floor(Math.random() * Math.max(1, accepted.length));
  const reads: (() => Promise<unknown>)[] = [
    () => expectStatus('page', [200], () => get(`${url}/v1/jobs?limit=100`)),
    () => expectStatus('far page', [200], () => get(`${url}/v1/jobs?limit=20&offset=${offset()}`)),
    () => expectStatus('search', [200], () => get(`${url}/v1/jobs?q=player`)),
    () => expectStatus('job', [200], () => get(`${url}/v1/jobs/${anyJob()}`)),
    () => expectStatus('analytics', [200], () => get(`${url}/v1/jobs/${anyJob()}/analytics`)),
    () => expectStatus('log', [200, 404], () => get(`${url}/v1/artifacts/logs/${anyJob()}.log`)),
    () => expectStatus('health', [200], () => get(`${url}/health`)),
    () => expectStatus('metrics', [200], () => get(`${url}/metrics`)),
    () => expectStatus('page file', [200], () => get(`${url}/`)),
    async () => {
      const link = await expectStatus('video', [302, 404], () => get(`${url}/v1/artifacts/videos/${anyJob()}.mp4`));
      const location = link?.headers.get('location');
      if (location) await expectStatus('video file', [200], () => get(new URL(location, url).href));
    },
  ];

  async function submit(): Promise<void> {
    submitted++;
    const form = formWith('replay', 'play.osr', tinyReplay(`Player ${submitted}`));
    for (const [name, value] of Object.entries(tinyFields)) form.set(name, value);
    const answer = await expectStatus('submission', [202], () => post(`${url}/v1/render`, form));
    if (answer !== null) accepted.push(JSON.parse(answer.body.toString()).job_id);
  }

  async function follow(): Promise<void> {
    const signal = AbortSignal.timeout(3_000);
    await fetch(`${url}/v1/events`, { signal })
      .then((response) => response.text())
      .catch(() => {});
  }

  async function uploadSkin(): Promise<void> {
    const skin = makeZip([{ name: 'skin.ini', data: Buffer.from(`[General]\nName: ${submitted}`) }]);
    await expectStatus('skin', [200, 409], () =>
      post(`${url}/v1/skins/upload`, formWith('skin', 'Soak.osk', Uint8Array.from(skin))),
    );
  }

  const sendGarbage = () =>
    expectStatus('garbage', [415], () =>
      post(`${url}/v1/render`, formWith('replay', 'a.osr', new Uint8Array(200_000))),
    );

  async function repeat(task: () => Promise<unknown>, everyMs: number): Promise<void> {
    while (!isStopped) {
      await task();
      await sleep(everyMs);
    }
  }

  async function keepQueued(): Promise<void> {
    const page = await expectStatus('queue', [200], () => get(`${url}/v1/jobs?status=queued&limit=1`));
    if (page !== null && JSON.parse(page.body.toString()).total < keptQueued) await submit();
  }

  const running = Promise.all([
    ...Array.from({ length: readers }, () =>
      repeat(async () => {
        if (accepted.length > 0) await reads[Math.floor(Math.random() * reads.length)]!();
      }, pauseMs),
    ),
    repeat(keepQueued, 200),
    repeat(follow, 500),
    repeat(sendGarbage, 1_000),
    repeat(uploadSkin, 31_000),
    repeat(async () => {
      const id = accepted.at(-1);
      if (id === undefined) return;
      // Only the client that submitted a job may cancel it, and this is another one.
      await expectStatus('cancel', [403, 409], () =>
        fetch(`${url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'edge-connecting-ip': newClient() } }),
      );
    }, 2_000),
  ]);

  return {
    accepted,
    takeReport() {
      const report = { timesMs: times, unexpected };
      times = [];
      unexpected = {};
      return report;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

let clients = 0;

/** Each request comes from another client, so that no limit is reached. */
function newClient(): string {
  clients++;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
}

function get(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual' });
}

function post(url: string, body: FormData): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { 'edge-connecting-ip': newClient() } });
}

function formWith(field: string, fileName: string, file: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set(field, new File([file], fileName));
  return form;
}
