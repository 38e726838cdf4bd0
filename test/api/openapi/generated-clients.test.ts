import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replayBytes } from '../../support/http/requests.ts';
import { type Service, startService } from '../../support/service/service.ts';

// The generators and linters are no dependencies of the program. They have a lock file of their own, and only this test
// installs them.

const sources = 'test/openapi-tools';
const folder = resolve('.build/openapi-tools');

let service: Service;
let problems: string[];

beforeAll(async () => {
  service = await startService();
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(sources)) {
    if (name !== 'node_modules') await cp(join(sources, name), join(folder, name));
  }
  await install();
  await rm(join(folder, 'generated'), { recursive: true, force: true });
  await writeFile(join(folder, 'replay.osr'), replayBytes);
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${service.url}/api/openapi.json`)).text());
  problems = (await run(process.execPath, ['generate.mjs', 'openapi.json']))
    .split('\n')
    .filter((line) => line[0] === '[');
});
afterAll(() => service?.stop());

/** Installs the tools, unless they already are as the lock file says. */
async function install(): Promise<void> {
  const hash = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex');
  const mark = join(folder, 'node_modules/.installed');
  if ((await readFile(mark, 'utf8').catch(() => '')) === hash) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  await writeFile(mark, hash);
}

/** The output of a program that must succeed. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${output}${errors}`);
  return output;
}

test('redocly and spectral find nothing to improve in the description', () => {
  expect(problems).toEqual([]);
});

test('programs that use the generated clients compile', async () => {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  expect(await run(process.execPath, [compiler, '-p', 'tsconfig.json'])).toBe('');
});

test.each(['openapi-typescript', 'hey-api', 'orval'])(
  'a program with the client of %s submits a replay, follows its job, fetches the video and reads an error',
  async (generator) => {
    const bundle = await rolldown({ input: join(folder, `use-${generator}.ts`), platform: 'node', logLevel: 'warn' });
    const { output } = await bundle.write({ file: join(folder, `bundled/${generator}.mjs`) });
    await bundle.close();
    expect(output).toHaveLength(1);
    const child = spawn(process.execPath, [`bundled/${generator}.mjs`, service.url, 'replay.osr'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const steps: string[] = [];
    let jobId = '';
    for await (const line of createInterface({ input: child.stdout })) {
      const [step = '', value = ''] = line.split(' ');
      steps.push(step === 'submitted' ? step : line);
      if (step === 'submitted') jobId = await complete(value);
    }
    expect(steps[0]).toBe('submitted');
    expect(steps.slice(-3)).toEqual(['status completed', 'video the-video', 'error job/not-found']);
    expect((await service.jobs.get(jobId))?.options.settings).toEqual({ cursor_size: 1.5 });
  },
);

/** Stores a video and finishes the job, as a worker would. */
async function complete(jobId: string): Promise<string> {
  const videoKey = `videos/${jobId}.mp4`;
  await service.storage.put(videoKey, Buffer.from('the-video'));
  await service.jobs.complete(jobId, { success: true, videoKey, thumbKey: null, logKey: null, pp: null });
  return jobId;
}
