import { expect, test } from 'vitest';
import { type EnvironmentVariables, readConfig } from '../../config.ts';
import { findRenderingProblems } from './rendering-problems.ts';
import { readServeConfig } from './serve-config.ts';

const problemsOf = (env: EnvironmentVariables) => findRenderingProblems(readConfig(env));

test('the default encoder works on every machine', async () => {
  expect(await problemsOf({})).toEqual([]);
});

test.each([
  [{ RENDER_ENCODER: 'libx265' }, []],
  [{ RENDER_ENCODER: 'h264_typo' }, [/^RENDER_ENCODER cannot be used: /]],
  [{ FFMPEG_PATH: '/nowhere/ffmpeg' }, [/^FFMPEG_PATH must be the path of an ffmpeg program\.$/]],
  [{ FFMPEG_PATH: '/etc/hostname' }, [/^FFMPEG_PATH /]],
  [{ FFMPEG_PATH: '/bin/false' }, [/^FFMPEG_PATH /]],
  [{ RENDERER: 'danser', DANSER_PATH: '/nowhere/danser-cli' }, [/^DANSER_PATH /]],
])('%j has the problems %j', async (env, expected) => {
  expect(await problemsOf(env)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});

test('a process that renders nothing needs no encoder', async () => {
  expect(await problemsOf({ RENDER_WORKERS: '0', RENDER_ENCODER: 'h264_typo', FFMPEG_PATH: '/nowhere' })).toEqual([]);
});

test('the service reports what the machine lacks together with the invalid variables', async () => {
  const env = { MAX_QUEUED: '-1', RENDER_PRESET: 'fastest', RENDER_ENCODER: 'h264_typo' };
  const failure = await readServeConfig(env).catch((error) => error);
  expect(failure.message.split('\n')).toEqual([
    'The configuration is invalid:',
    expect.stringMatching(/^ {2}MAX_QUEUED must be /),
    expect.stringMatching(/^ {2}RENDER_PRESET must be one of quick, .*placebo, not "fastest"\.$/),
    expect.stringMatching(/^ {2}RENDER_ENCODER cannot be used: /),
  ]);
});
