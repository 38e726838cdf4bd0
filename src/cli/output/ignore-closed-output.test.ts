import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ignoreClosedOutput } from './ignore-closed-output.ts';

function listenedStreams() {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  ignoreClosedOutput(streams as unknown as NodeJS.Process);
  return streams;
}

test.each(['EPIPE', 'EIO'])('a command goes on after the reader of its output has ended: %s', (code) => {
  const { stdout, stderr } = listenedStreams();
  for (const stream of [stdout, stderr]) stream.emit('error', Object.assign(new Error(), { code }));
});

test('other errors of the output are not hidden', () => {
  const error = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
  expect(() => listenedStreams().stdout.emit('error', error)).toThrow(error);
});
