import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError, get, jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { MAX_QUEUED: '1000' } });
});
afterAll(() => service?.stop());

const submit = (settings: string, path = '/v1/render') =>
  post(service.url + path, replayForm({ fields: { settings } }));

async function settingsOfJob(id: string): Promise<unknown> {
  return (await jsonOf(await get(`${service.url}/v1/jobs/${id}`))).config.settings;
}

test('a job returns its submitted settings, alone and in the list', async () => {
  const { job_id } = await jsonOf(await submit('{"cursor_size": 1.5}'));
  expect(await settingsOfJob(job_id)).toEqual({ cursor_size: 1.5 });
  const { jobs } = await jsonOf(await get(`${service.url}/v1/jobs`));
  expect(jobs.find((job: { job_id: string }) => job.job_id === job_id).config.settings).toEqual({ cursor_size: 1.5 });
});

test('a job with an animation returns its path', async () => {
  const { job_id } = await jsonOf(await submit('{"preview": "webp"}'));
  const { artifacts } = await jsonOf(await get(`${service.url}/v1/jobs/${job_id}`));
  expect(artifacts.preview_url).toBe(`/v1/artifacts/webps/${job_id}.webp`);
  await expectError(await get(service.url + artifacts.preview_url), 404, 'artifact/not-found');
});

test('an empty object equals no settings', async () => {
  const { job_id } = await jsonOf(await submit('{}'));
  expect(await settingsOfJob(job_id)).toEqual({});
});

test('every invalid setting is named', async () => {
  const { errors } = await expectError(await submit('{"cursor_size": 0, "wings": true}'), 422, 'request/invalid');
  expect(errors).toEqual([
    { field: 'settings.cursor_size', message: 'cursor_size must be a number from 0.1 to 5.' },
    { field: 'settings.wings', message: 'There is no setting "wings".' },
  ]);
});

test('settings that exceed the size of a form field are refused', async () => {
  const padded = (length: number) => `{}${' '.repeat(length - 2)}`;
  expect((await submit(padded(8 * 1024 - 1))).status).toBe(202);
  await expectError(await submit(padded(8 * 1024 + 1)), 422, 'request/invalid');
});

test('the legacy interface ignores settings', async () => {
  const { job_id } = await jsonOf(await submit('{"wings": true}', '/render'));
  expect(await settingsOfJob(job_id)).toEqual({});
});
