import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { JobCreated } from '../../src/contract/index.ts';
import { md5Hex } from '../../src/game/md5.ts';
import { writeReplay } from '../../src/game/replay/index.ts';
import { mapBytes } from '../../test/support/beatmaps/map-text.ts';
import { startChromium } from '../../test/support/browser/chromium.ts';
import { setOf } from '../../test/support/browser/live-player-files.ts';
import { buildFrames, buildReplay } from '../../test/support/replays/build-replay.ts';
import { waveFile } from '../../test/support/video/test-sound.ts';
import { median } from '../median.ts';

const sampleRate = 48_000;
const hitCount = 24;
const hits = Array.from({ length: hitCount }, (_, i) => ({ t: 2000 + i * 500, x: i % 2 === 0 ? 100 : 400 }));

/** What was measured at the hits of a made play, in milliseconds. */
export interface SoundDelay {
  /** How much later than its picture a hit is heard; negative: earlier. */
  readonly medianMs: number;
  readonly spreadMs: number;
  readonly hits: number;
}

/**
 * Measures how far sound and picture of the live player are apart: a silent sink of PulseAudio plays the sound, and what it
 * plays is recorded. Returns null where PulseAudio or Chromium is missing.
 */
export async function measureSoundDelay(serviceUrl: string): Promise<SoundDelay | null> {
  if (!existsSync('/usr/bin/pulseaudio') || !existsSync('/usr/bin/parec')) {
    console.log('Sound against picture was not measured: apt-get install pulseaudio pulseaudio-utils.');
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'reprise-sound-'));
  const server = `unix:${join(folder, 'native')}`;
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: server };
  const sink = await startSink(folder, env);
  const recorder = startRecorder(env);
  const browser = await startChromium({ env, plays: true });
  try {
    if (browser === null) return null;
    const page = await browser.newPage();
    const frames = await play(page, serviceUrl);
    const clockOffset = await clockOffsetOf(page);
    const heard = recorder.onsets();
    return compare(
      frames.map(({ t, at }) => ({ t, at: at + clockOffset })),
      heard,
    );
  } finally {
    await browser?.close();
    recorder.stop();
    sink.kill();
    await once(sink, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function startSink(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const modules = [
    `module-native-protocol-unix socket=${join(folder, 'native')} auth-anonymous=1`,
    `module-null-sink sink_name=silent rate=${sampleRate}`,
  ];
  const args = [
    '-n',
    '--daemonize=no',
    '--exit-idle-time=-1',
    '--use-pid-file=no',
    ...modules.flatMap((text) => ['-L', text]),
  ];
  const sink = spawn('pulseaudio', args, { env, stdio: 'ignore' });
  while (!existsSync(join(folder, 'native'))) {
    if (sink.exitCode !== null) throw new Error('PulseAudio ended at its start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return sink;
}

/** Records what the sink plays, with the wall time of each sample. */
function startRecorder(env: NodeJS.ProcessEnv) {
  const args = ['-d', 'silent.monitor', '--format=s16le', `--rate=${sampleRate}`, '--channels=1', '--latency-msec=5'];
  const recorder = spawn('parec', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  let samples = 0;
  /** The wall time of the first sample: chunks arrive late by chance, never early. */
  let startedAt = Number.POSITIVE_INFINITY;
  recorder.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    samples += chunk.length / 2;
    startedAt = Math.min(startedAt, wallTime() - (samples / sampleRate) * 1000);
  });
  return {
    /** The wall times at which silence ends. */
    onsets(): number[] {
      const sound = Buffer.concat(chunks);
      const onsets: number[] = [];
      let lastLoud = Number.NEGATIVE_INFINITY;
      for (let i = 0; i * 2 + 1 < sound.length; i++) {
        if (Math.abs(sound.readInt16LE(i * 2)) < 1500) continue;
        const at = startedAt + (i / sampleRate) * 1000;
        if (at - lastLoud > 200) onsets.push(at);
        lastLoud = at;
      }
      return onsets;
    },
    stop: () => recorder.kill(),
  };
}

/** Plays a map of clicks, and returns when the frame of each song time was displayed. */
async function play(page: Page, url: string): Promise<{ t: number; at: number }[]> {
  const osu = mapBytes({
    timing: ['0,500,4,1,1,100,1,0'],
    objects: hits.map(({ t, x }) => `${x},192,${t},1,0`),
  });
  const set = setOf({ 'map.osu': osu, 'normal-hitnormal.wav': click() });
  const rows = hits.flatMap(({ t, x }) => [
    [t - 100, x, 192, 0] as const,
    [t, x, 192, 1] as const,
    [t + 40, x, 192, 0] as const,
  ]);
  const header = { beatmapMd5: md5Hex(osu), modBits: 0, player: 'Player' };
  const form = new FormData();
  const replay = writeReplay(buildReplay({ frames: buildFrames([[0, 256, 192, 0], ...rows]), header }));
  form.set('replay', new File([Uint8Array.from(replay)], 'clicks.osr'));
  form.set('beatmap', new File([Uint8Array.from(set)], 'clicks.osz'));
  const response = await fetch(`${url}/v1/render`, { method: 'POST', body: form });
  if (response.status !== 202) throw new Error(await response.text());
  const { job_id } = (await response.json()) as JobCreated;
  await page.addInitScript({ content: recordFrames });
  await page.goto(`${url}/view/${job_id}`);
  await page.locator('.controls:not([disabled]) .seek').waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const end = hits.at(-1)!.t + 1000;
  // The content security policy of the page forbids `waitForFunction`.
  while (!(await page.evaluate(`window.shown.some(({ t }) => t > ${end})`))) await page.waitForTimeout(500);
  return (await page.evaluate('window.shown')) as { t: number; at: number }[];
}

/** A frame that is complete before an animation frame is on the screen when the next one begins. */
const recordFrames = `
  window.shown = [];
  let drawn = [];
  const OriginalWorker = window.Worker;
  window.Worker = class extends OriginalWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => data.kind === 'drawn' && drawn.push(data.t));
    }
  };
  const tick = (now) => {
    for (const t of drawn) window.shown.push({ t, at: performance.timeOrigin + now + 1000 / 60 });
    drawn = [];
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
`;

function click(): Uint8Array {
  return waveFile({ rate: 44_100, channels: 1, frames: 400 }, (frame) => (frame % 20 < 10 ? 0.9 : -0.9));
}

/** What has to be added to the clock of the page to get the clock of this process. */
async function clockOffsetOf(page: Page): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, offset: 0 };
  for (let i = 0; i < 20; i++) {
    const before = wallTime();
    const there = (await page.evaluate('performance.timeOrigin + performance.now()')) as number;
    const roundTripMs = wallTime() - before;
    if (roundTripMs < best.roundTripMs) best = { roundTripMs, offset: before + roundTripMs / 2 - there };
  }
  return best.offset;
}

function wallTime(): number {
  return performance.timeOrigin + performance.now();
}

/** Compares each onset with the first frame that shows its hit. */
function compare(frames: readonly { t: number; at: number }[], onsets: readonly number[]): SoundDelay {
  const delays = hits.flatMap(({ t }) => {
    const seenAt = frames.find((frame) => frame.t >= t)?.at;
    const heardAt = seenAt === undefined ? undefined : onsets.find((at) => Math.abs(at - seenAt) < 200);
    return seenAt === undefined || heardAt === undefined ? [] : [heardAt - seenAt];
  });
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (fraction: number) => sorted[Math.floor((sorted.length - 1) * fraction)] ?? Number.NaN;
  return { medianMs: median(delays), spreadMs: at(0.9) - at(0.1), hits: delays.length };
}
