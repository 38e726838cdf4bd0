import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPresets, x264Presets } from '../src/encoder-presets.ts';
import { encodeFrames, type FrameSource } from '../src/rendering/render/encode-frames.ts';
import type { FrameSchedule } from '../src/rendering/render/frame-schedule.ts';
import { prepareRender } from '../src/rendering/render/index.ts';
import { openVideo, type VideoSettings } from '../src/rendering/video/index.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { clips, requestOf, storyboardClips } from './render/clips.ts';
import { preRenderFrames } from './render/pre-rendered.ts';
import { drawPresetFront, type PresetPoint } from './render/preset-front.ts';
import { qualityOf } from './render/quality.ts';

const frames = Number(process.env.BENCH_FRAMES ?? 120);
const runs = Number(process.env.BENCH_RUNS ?? 3);
/** The slower presets of x264 take minutes and are never the default of a service. */
const reference = 'veryfast';
const all = [...ownPresets, ...x264Presets.slice(0, x264Presets.indexOf('medium') + 1)];
/** `npm run bench -- presets balanced` measures one preset alone, and draws no picture. */
const [, , , only] = process.argv;
const compared = all.filter((preset) => preset !== reference && (only === undefined || preset === only));
/** A step of crf for the slope between bytes and quality. */
const crfStep = 1;

/**
 * Measures CPU time, bytes and quality of the presets on our own pictures, relative to `veryfast`, and draws them into
 * docs/images/presets.svg. Every encode directly follows one of `veryfast`, so that other load affects both. Needs ffmpeg.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const points = new Map<string, PresetPoint[]>();
  try {
    for (const clip of [...clips, ...storyboardClips]) {
      const request = requestOf(clip, { data: sharedData, frames, motionBlur: true, storyboard: true });
      const prepared = await prepareRender(request);
      const sources = await preRenderFrames(prepared);
      await prepared.renderer.close();
      const { width, height, fps, encoder, crf } = request.options;
      const file = join(folder, 'video.mp4');
      const settings = { file, width, height, fps, encoder, crf, audio: null };
      const input = { sources, schedule: prepared.schedule };
      const base = await encode({ ...settings, preset: reference }, input);
      const coarser = await encode({ ...settings, preset: reference, crf: crf + crfStep }, input);
      const bytesPerDb = (base.bytes / coarser.bytes) ** (1 / (base.ssimDb - coarser.ssimDb));
      for (const preset of compared) {
        const pair = { reference: base, preset: await encode({ ...settings, preset }, input) };
        const cpu = { reference: Number.POSITIVE_INFINITY, preset: pair.preset.cpuMs };
        for (let run = 0; run < runs; run++) {
          cpu.reference = Math.min(cpu.reference, (await timed({ ...settings, preset: reference }, input)).cpuMs);
          cpu.preset = Math.min(cpu.preset, (await timed({ ...settings, preset }, input)).cpuMs);
        }
        const ssimDb = pair.preset.ssimDb - base.ssimDb;
        const bytes = pair.preset.bytes / base.bytes;
        const point = {
          preset,
          cpu: cpu.preset / cpu.reference,
          bytes,
          ssimDb,
          equalBytes: bytes / bytesPerDb ** ssimDb,
        };
        console.log(JSON.stringify({ bench: 'presets', clip: clip.name, frames, ...point }));
        points.set(preset, [...(points.get(preset) ?? []), point]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const means = [
    ...compared.map((preset) => meanOf(preset, points.get(preset) ?? [])),
    { preset: reference, cpu: 1, bytes: 1, ssimDb: 0, equalBytes: 1 },
  ];
  console.log('\n| preset | CPU time | bytes | SSIM | bytes at equal SSIM |\n|---|---|---|---|---|');
  for (const { preset, cpu, bytes, ssimDb, equalBytes } of means)
    console.log(
      `| ${preset} | ${cpu.toFixed(2)} | ${bytes.toFixed(2)} | ${ssimDb.toFixed(2)} dB | ${equalBytes.toFixed(2)} |`,
    );
  if (only === undefined) await writeFile('docs/images/presets.svg', drawPresetFront(means));
}

interface EncodeInput {
  readonly sources: () => FrameSource;
  readonly schedule: FrameSchedule;
}

async function encode(settings: VideoSettings, input: EncodeInput) {
  const measured = await timed(settings, input);
  return { ...measured, ...(await qualityOf(settings, { source: input.sources(), frames: input.schedule.frames })) };
}

async function timed(settings: VideoSettings, { sources, schedule }: EncodeInput) {
  const before = process.cpuUsage();
  const video = await openVideo(settings);
  await encodeFrames(sources(), schedule, { video });
  await video.finish();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, bytes: (await stat(settings.file)).size };
}

/** The geometric mean over the clips, as befits ratios. */
function meanOf(preset: string, points: readonly PresetPoint[]): PresetPoint {
  const mean = (value: (point: PresetPoint) => number) =>
    Math.exp(points.reduce((sum, point) => sum + Math.log(value(point)), 0) / points.length);
  const ssimDb = points.reduce((sum, point) => sum + point.ssimDb, 0) / points.length;
  const [cpu, bytes, equalBytes] = [mean((p) => p.cpu), mean((p) => p.bytes), mean((p) => p.equalBytes)];
  return { preset, cpu, bytes, ssimDb, equalBytes };
}
