import { expect, test } from 'vitest';
import { readLentServiceUrl } from './service-url.ts';

test.each([
  ['https://replays.example', 'https://replays.example'],
  ['https://replays.example/', 'https://replays.example'],
  ['https://replays.example:8443/osu//', 'https://replays.example:8443/osu'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['http://127.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is the service %s', (text, url) => {
  expect(readLentServiceUrl(text)).toEqual({ url });
});

test.each([
  ['', 'must be a URL'],
  ['replays.example', 'must be a URL'],
  ['ftp://replays.example', 'must be a URL'],
  ['http://replays.example', 'must begin with https'],
  ['http://192.168.1.2:8080', 'must begin with https'],
  ['http://localhost.example', 'must begin with https'],
  ['http://127.0.0.1.example', 'must begin with https'],
  ['https://me:secret@replays.example', 'neither a password'],
  ['https://replays.example/?token=x', 'neither a password'],
  ['https://replays.example/#x', 'neither a password'],
])('%s is refused', (text, problem) => {
  expect(readLentServiceUrl(text)).toEqual({ problem: expect.stringContaining(problem) });
});
