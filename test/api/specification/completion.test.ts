import { createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { createCompletionReporter } from '../../../src/service/worker/index.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { expectError, get, jsonOf } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

const secret = 'ein Geheimnis 🔑';
let service: Service;
beforeAll(async () => {
  service = await startService({ env: { WEBHOOK_SECRET: secret } });
});
afterAll(() => service?.stop());

const now = () => Math.floor(Date.now() / 1000);

function report(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    success: true,
    video_key: 'videos/x.mp4',
    thumb_key: 'thumbnails/x.jpg',
    log_key: 'logs/x.log',
    error: '',
    pp: 123.5,
    timestamp: now(),
    nonce: randomUUID(),
    ...changes,
  };
}

interface SentReport {
  readonly id: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly signature?: string | null;
  readonly type?: string;
  readonly encoding?: string;
}

function sendReport({ id, body = report(), raw = JSON.stringify(body), signature, ...request }: SentReport) {
  const signed = signature ?? createHmac('sha256', secret).update(raw).digest('hex');
  return fetch(`${service.url}/v1/jobs/${id}/webhook`, {
    method: 'POST',
    body: raw,
    headers: {
      'content-type': request.type ?? 'application/json',
      ...(request.encoding && { 'content-encoding': request.encoding }),
      ...(signature === null ? {} : { 'x-signature': signed }),
    },
  });
}

async function waitingJob(): Promise<string> {
  const [id = ''] = await insertJobs(service.database, [{ status: 'rendering', progress: 50 }]);
  return id;
}

const jobState = async (id: string) => jsonOf(await get(`${service.url}/v1/jobs/${id}`));

describe('a signed report', () => {
  test('of success completes the job', async () => {
    const id = await waitingJob();
    const response = await sendReport({ id });
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toEqual({ status: 'ok' });
    const job = await jobState(id);
    expect(job).toMatchObject({ status: 'completed', progress: 100, error_message: null });
    expect(job.config.replay_stats.pp).toBe(123.5);
    expect((await service.jobs.get(id))?.keys).toEqual({
      video: 'videos/x.mp4',
      thumbnail: 'thumbnails/x.jpg',
      log: 'logs/x.log',
    });
  });

  test('of failure fails the job with the reason', async () => {
    const id = await waitingJob();
    expect(await jsonOf(await sendReport({ id, body: report({ success: false, error: 'no such beatmap' }) }))).toEqual({
      status: 'ok',
    });
    expect(await jobState(id)).toMatchObject({ status: 'failed', error_code: 'render/failed' });
    expect((await service.jobs.get(id))?.error?.message).toBe('no such beatmap');
  });

  test('may have an error code, even an unknown one', async () => {
    for (const code of ['video/encoder-died', 'weather/stormy']) {
      const id = await waitingJob();
      await sendReport({ id, body: report({ success: false, error: 'it died', error_code: code }) });
      expect(await jobState(id)).toMatchObject({ status: 'failed', error_code: code });
    }
  });

  test('of an outdated attempt changes nothing', async () => {
    const [id = ''] = await insertJobs(service.database, [{ status: 'rendering', attempts: 2 }]);
    for (const attempt of [1, 3, 2 ** 31 - 1]) {
      expect(await jsonOf(await sendReport({ id, body: report({ attempt }) }))).toEqual({ status: 'ignored' });
    }
    expect(await jobState(id)).toMatchObject({ status: 'rendering' });
    expect(await jsonOf(await sendReport({ id, body: report({ attempt: 2 }) }))).toEqual({ status: 'ok' });
    expect(await jobState(id)).toMatchObject({ status: 'completed' });
  });

  test('may have a long error message', async () => {
    const error = 'at frame 7: '.repeat(4000);
    const id = await waitingJob();
    expect((await sendReport({ id, body: report({ success: false, error }) })).status).toBe(200);
    expect((await jobState(id)).status).toBe('failed');
  });

  test('needs only success, timestamp and nonce', async () => {
    const body = { success: true, timestamp: now(), nonce: randomUUID() };
    expect((await sendReport({ id: await waitingJob(), body })).status).toBe(200);
    const nulls = { ...report(), video_key: null, thumb_key: null, log_key: null, error: null, pp: null };
    expect((await sendReport({ id: await waitingJob(), body: nulls })).status).toBe(200);
  });

  test('is accepted with an id without dashes and for a queued job', async () => {
    const [id = ''] = await insertJobs(service.database, [{ status: 'queued' }]);
    expect((await sendReport({ id: id.replaceAll('-', '') })).status).toBe(200);
    expect((await jobState(id)).status).toBe('completed');
  });

  test.each(['completed', 'failed'] as const)('for a %s job is ignored', async (status) => {
    const error = status === 'failed' ? { error_code: 'render/failed', error_message: 'first' } : {};
    const [id = ''] = await insertJobs(service.database, [{ status, ...error }]);
    const before = await jobState(id);
    for (const success of [true, false]) {
      const response = await sendReport({ id, body: report({ success, error: 'second' }) });
      expect(response.status).toBe(200);
      expect(await jsonOf(response)).toEqual({ status: 'ignored' });
    }
    expect(await jobState(id)).toEqual(before);
  });

  // The exact limit is tested in http/operation.test.ts with a fixed clock.
  test('may be almost 5 minutes old', async () => {
    expect((await sendReport({ id: await waitingJob(), body: report({ timestamp: now() - 240 }) })).status).toBe(200);
    expect((await sendReport({ id: await waitingJob(), body: report({ timestamp: now() + 298 }) })).status).toBe(200);
  });

  test.each(['Application/JSON', 'application/json; charset=utf-8', 'application/json ;x=y'])(
    'may have the content type %s',
    async (type) => {
      expect((await sendReport({ id: await waitingJob(), type })).status).toBe(200);
    },
  );

  test('is signed over its exact bytes', async () => {
    const raw = `\n  ${JSON.stringify(report(), null, 3)}  `;
    expect((await sendReport({ id: await waitingJob(), raw })).status).toBe(200);
  });
});

test.each([
  ['its secret and clock', secret, 0, null],
  ['another secret', 'another secret', 0, /WEBHOOK_SECRET/],
  ['a clock that is six minutes slow', secret, -360, /clocks/],
])('a worker with %s learns from a signed check whether its reports are accepted', async (_, key, skew, problem) => {
  const checked = createCompletionReporter({
    serviceUrl: service.url,
    secret: key,
    log: createLog('silent'),
    now: () => Date.now() + skew * 1000,
  }).check(AbortSignal.timeout(60_000));
  await (problem === null ? checked : expect(checked).rejects.toThrow(problem));
});

describe('a refused report changes nothing and', () => {
  test.each([null, '', 'nonsense', '0'.repeat(64), 'é'])('is 401 with the signature %j', async (signature) => {
    const id = await waitingJob();
    const body = await expectError(
      await sendReport({ id, signature: signature && encodeURI(signature) }),
      401,
      'callback/unsigned',
    );
    expect(body.detail).toBe('Missing or invalid X-Signature.');
    expect((await jobState(id)).status).toBe('rendering');
  });

  test('is 401 if it was signed with another secret or over other bytes', async () => {
    const id = await waitingJob();
    const raw = JSON.stringify(report());
    const upper = createHmac('sha256', secret).update(raw).digest('hex').toUpperCase();
    const other = createHmac('sha256', 'other').update(raw).digest('hex');
    const prefixed = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    const stale = createHmac('sha256', secret).update(`${raw} `).digest('hex');
    for (const signature of [upper, other, prefixed, stale]) {
      await expectError(await sendReport({ id, raw, signature }), 401);
    }
    await expectError(await sendReport({ id, raw: '', signature: null }), 401);
  });

  test.each([
    ['no JSON', 'success'],
    ['nothing', ''],
    ['half a JSON', '{"success": tr'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['no UTF-8', Uint8Array.from([0xff, 0xfe, 0x7b])],
  ])('is 422 if the body is %s', async (_, raw) => {
    await expectError(await sendReport({ id: await waitingJob(), raw }), 422, 'request/invalid');
  });

  test.each([
    ['success', undefined],
    ['success', 'yes'],
    ['timestamp', undefined],
    ['timestamp', 'now'],
    ['timestamp', 1.5],
    ['nonce', undefined],
    ['nonce', ''],
    ['nonce', 7],
    ['nonce', 'n'.repeat(300)],
    ['pp', 'many'],
    ['video_key', 7],
    ['error', {}],
    ['error_code', 'Oh no'],
    ['error_code', 7],
    ['attempt', 0],
    ['attempt', 1.5],
    ['attempt', 2 ** 31],
  ])('is 422 with %s %j', async (field, value) => {
    const response = await sendReport({ id: await waitingJob(), body: report({ [field]: value }) });
    expect((await expectError(response, 422)).errors?.[0]?.field).toBe(field);
  });

  test.each([-302, -86_400, 360, 1e9])('is 400 if its timestamp is %d seconds away', async (seconds) => {
    const id = await waitingJob();
    await expectError(
      await sendReport({ id, body: report({ timestamp: now() + seconds }) }),
      400,
      'callback/out-of-time',
    );
    expect((await jobState(id)).status).toBe('rendering');
  });

  test('is 400 if its nonce was used before, for any job', async () => {
    const body = report();
    expect((await sendReport({ id: await waitingJob(), body })).status).toBe(200);
    const other = await waitingJob();
    await expectError(await sendReport({ id: other, body }), 400, 'callback/repeated');
    await expectError(await sendReport({ id: other, body: { ...body, pp: 1 } }), 400, 'callback/repeated');
    expect((await jobState(other)).status).toBe('rendering');
  });

  test('accepts a nonce once among concurrent reports', async () => {
    const body = report();
    const ids = await Promise.all(Array.from({ length: 8 }, waitingJob));
    const responses = await Promise.all(ids.map((id) => sendReport({ id, body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  test.each([randomUUID(), 'nonsense'])('is 404 for the job %s, after all other checks', async (id) => {
    await expectError(await sendReport({ id }), 404, 'job/not-found');
    await expectError(await sendReport({ id, signature: null }), 401);
    await expectError(await sendReport({ id, raw: '{' }), 422);
    await expectError(await sendReport({ id, body: report({ timestamp: 1 }) }), 400);
  });

  test.each(['text/plain', 'application/json+x', 'multipart/form-data; boundary=x', 'nonsense', ';'])(
    'is 422 with the content type %s, after its signature is checked',
    async (type) => {
      const id = await waitingJob();
      await expectError(await sendReport({ id, type, signature: null }), 401, 'callback/unsigned');
      const { errors } = await expectError(await sendReport({ id, type }), 422, 'request/invalid');
      expect(errors).toEqual([{ field: 'Content-Type', message: 'Must be application/json.' }]);
      expect((await jobState(id)).status).toBe('rendering');
    },
  );

  test('is 415 if it is compressed, after its signature is checked', async () => {
    const id = await waitingJob();
    const compressed = { id, raw: Uint8Array.from(gzipSync(JSON.stringify(report()))), encoding: 'gzip' };
    await expectError(await sendReport({ ...compressed, signature: null }), 401, 'callback/unsigned');
    const response = await sendReport(compressed);
    expect(response.headers.get('accept-encoding')).toBe('identity');
    await expectError(response, 415, 'request/unsupported-encoding');
    expect((await jobState(id)).status).toBe('rendering');
  });

  test('is 413 if it is too large', async () => {
    await expectError(await sendReport({ id: await waitingJob(), raw: ' '.repeat(200_000) }), 413, 'request/too-large');
  });
});
