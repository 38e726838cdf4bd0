import { expect, test } from 'vitest';
import { readWorkerSettings } from './worker-settings.ts';

const whole = {
  DATABASE_URL: 'postgres://db.example/reprise',
  DATA_DIR: '/srv/shared',
  SERVICE_URL: 'https://replays.example/',
  WEBHOOK_SECRET: 'secret',
};
const bucket = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' };

test('a worker knows the service and its secret', () => {
  expect(readWorkerSettings(whole)).toMatchObject({
    serviceUrl: 'https://replays.example',
    webhookSecret: 'secret',
    isWatched: false,
  });
  expect(readWorkerSettings({ ...whole, PORT: '9000' })).toMatchObject({ isWatched: true });
  expect(readWorkerSettings({ ...whole, ...bucket, DATA_DIR: '' })).toMatchObject({ serviceUrl: expect.any(String) });
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['SERVICE_URL', { SERVICE_URL: '' }],
  ['WEBHOOK_SECRET', { WEBHOOK_SECRET: ' ' }],
  ['DATA_DIR', { DATA_DIR: '' }],
  ['RENDER_WORKERS', { RENDER_WORKERS: '0' }],
])('without a usable %s it is refused, and that is said', (name, change) => {
  expect(() => readWorkerSettings({ ...whole, ...change })).toThrow(name);
});

test('all that it lacks is said at once', () => {
  const names = ['DATABASE_URL', 'SERVICE_URL', 'WEBHOOK_SECRET', 'DATA_DIR'];
  const said = (() => {
    try {
      readWorkerSettings({});
      return '';
    } catch (error) {
      return String(error);
    }
  })();
  for (const name of names) expect(said).toContain(name);
});
