import { expect, test } from 'vitest';
import { readWorkerSettings } from './worker-settings.ts';

const complete = {
  DATABASE_URL: 'postgres://db.example/reprise',
  DATA_DIR: '/srv/shared',
  SERVICE_URL: 'https://replays.example/',
  WEBHOOK_SECRET: 'secret',
};
const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };

test('a complete configuration is accepted', () => {
  expect(readWorkerSettings(complete)).toMatchObject({
    serviceUrl: 'https://replays.example',
    webhookSecret: 'secret',
    hasHealthEndpoint: false,
  });
  expect(readWorkerSettings({ ...complete, PORT: '9000' })).toMatchObject({ hasHealthEndpoint: true });
  expect(readWorkerSettings({ ...complete, ...bucket, DATA_DIR: '' })).toMatchObject({
    serviceUrl: expect.any(String),
  });
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['SERVICE_URL', { SERVICE_URL: '' }],
  ['WEBHOOK_SECRET', { WEBHOOK_SECRET: ' ' }],
  ['DATA_DIR', { DATA_DIR: '' }],
  ['RENDER_WORKERS', { RENDER_WORKERS: '0' }],
])('without a valid %s the configuration is refused with a message that names it', (name, change) => {
  expect(() => readWorkerSettings({ ...complete, ...change })).toThrow(name);
});

test('one message names everything that is missing', () => {
  expect(() => readWorkerSettings({})).toThrow(/DATABASE_URL.*DATA_DIR.*SERVICE_URL.*WEBHOOK_SECRET/s);
});
