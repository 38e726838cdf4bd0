import { expect, test } from 'vitest';
import { readWorkerSettings } from './worker-settings.ts';

const complete = {
  DATABASE_URL: 'postgres://db.example/reprise',
  DATA_DIR: '/srv/shared',
  SERVICE_URL: 'https://replays.example/',
  WEBHOOK_SECRET: 'secret',
};
const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };

test('a complete configuration is accepted', async () => {
  expect(await readWorkerSettings(complete)).toMatchObject({
    serviceUrl: 'https://replays.example',
    webhookSecret: 'secret',
    hasHealthEndpoint: false,
  });
  expect(await readWorkerSettings({ ...complete, PORT: '9000' })).toMatchObject({ hasHealthEndpoint: true });
  expect(await readWorkerSettings({ ...complete, ...bucket, DATA_DIR: '' })).toMatchObject({
    serviceUrl: expect.any(String),
  });
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['SERVICE_URL', { SERVICE_URL: '' }],
  ['WEBHOOK_SECRET', { WEBHOOK_SECRET: ' ' }],
  ['DATA_DIR', { DATA_DIR: '' }],
  ['RENDER_WORKERS', { RENDER_WORKERS: '0' }],
])('without a valid %s the configuration is refused with a message that names it', async (name, change) => {
  await expect(readWorkerSettings({ ...complete, ...change })).rejects.toThrow(name);
});

test('one message names everything that is missing or invalid', async () => {
  const missing = /PORT.*DATABASE_URL.*DATA_DIR.*SERVICE_URL.*WEBHOOK_SECRET/s;
  await expect(readWorkerSettings({ PORT: 'x' })).rejects.toThrow(missing);
});

test('an invalid variable is reported once', async () => {
  const failure = await readWorkerSettings({ ...complete, DATABASE_URL: 'x' }).catch((error) => error);
  expect(failure.message.match(/DATABASE_URL/g)).toHaveLength(1);
});
