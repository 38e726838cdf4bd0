import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPresets, x264Presets } from '../src/encoder-presets.ts';
import { encodeFrames, type FrameSource } from '../src/rendering/render/encode-frames.ts';
import type { FrameSchedule } from '../src/rendering/render/frame-schedule.ts';
import { defaultEncoding, prepareRender } from '../src/rendering/render/index.ts';
import { openVideo, type VideoSettings } from '../src/rendering/video/index.ts';
import { sharedData } from '../test/support/files/shared-data.ts';
import { clips, requestOf, storyboardClips } from './render/clips.ts';
import { preRenderFrames } from './render/pre-rendered.ts';
import { drawPresetFront, type PresetPoint } from './render/preset-front.ts';
import { qualityOf, requireFfmpeg } from './render/quality.ts';

const frames = Number(process.env.BENCH_FRAMES ?? 120);
const runs = Number(process.env.BENCH_RUNS ?? 3);
/** What a video is encoded with. */
interface Encoding extends Pick<VideoSettings, 'encoder' | 'preset' | 'crf'> {
  readonly name: string;
}

const { encoder, crf } = defaultEncoding;
const encodingOf = (preset: string): Encoding => ({ name: preset, encoder, preset, crf });
const reference = encodingOf('veryfast');
/** The slower presets of x264 take minutes and are never the default of a service. */
const presets = [...ownPresets, ...x264Presets.slice(0, x264Presets.indexOf('medium') + 1)].map(encodingOf);
const otherEncodings: readonly Encoding[] = [
  ...['libx265', 'libsvtav1'].flatMap((other) =>
    ownPresets.map((preset) => ({ name: `${other} ${preset}`, encoder: other, preset, crf })),
  ),
  { name: "danser's defaults", encoder, preset: 'faster', crf: 14 },
];

/**
 * `npm run bench -- presets balanced` measures one preset alone, and `npm run bench -- presets encoders` other encoders; both
 * draw no picture.
 */
const [, , , only] = process.argv;
const compared = comparedEncodings();

function comparedEncodings(): readonly Encoding[] {
  if (only === 'encoders') return otherEncodings;
  return presets.filter(({ name }) => name !== reference.name && (only === undefined || name === only));
}

/** A step of crf for the slope between bytes and quality. */
const crfStep = 1;

/**
 * Measures CPU time, bytes and quality of the presets on our own pictures, relative to `veryfast`, and draws them into
 * docs/images/presets.svg. Every encode directly follows one of `veryfast`, so that other load affects both. Needs ffmpeg.
 */
export async function run(): Promise<void> {
  if (sharedData === null) return console.log('There are no real replays on this machine: nothing is measured.');
  requireFfmpeg();
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-'));
  const points = new Map<string, PresetPoint[]>();
  try {
    for (const clip of [...clips, ...storyboardClips]) {
      const request = requestOf(clip, { data: sharedData, frames, motionBlur: true, storyboard: true });
      const prepared = await prepareRender(request);
      const sources = await preRenderFrames(prepared);
      await prepared.renderer.close();
      const { width, height, fps } = request.options;
      const file = join(folder, 'video.mp4');
      const settings = { file, width, height, fps, audio: null, ...reference };
      const input = { sources, schedule: prepared.schedule };
      const base = await encode(settings, input);
      const coarser = await encode({ ...settings, crf: crf + crfStep }, input);
      const bytesPerDb = (base.bytes / coarser.bytes) ** (1 / (base.ssimDb - coarser.ssimDb));
      for (const encoding of compared) {
        const encoded = await encode({ ...settings, ...encoding }, input);
        const cpuMs = { reference: Number.POSITIVE_INFINITY, encoding: encoded.cpuMs };
        for (let run = 0; run < runs; run++) {
          cpuMs.reference = Math.min(cpuMs.reference, (await timed(settings, input)).cpuMs);
          cpuMs.encoding = Math.min(cpuMs.encoding, (await timed({ ...settings, ...encoding }, input)).cpuMs);
        }
        const ssimDb = encoded.ssimDb - base.ssimDb;
        const bytes = encoded.bytes / base.bytes;
        const point = {
          name: encoding.name,
          cpu: cpuMs.encoding / cpuMs.reference,
          bytes,
          ssimDb,
          equalBytes: bytes / bytesPerDb ** ssimDb,
        };
        console.log(JSON.stringify({ bench: 'presets', clip: clip.name, frames, ...point }));
        points.set(encoding.name, [...(points.get(encoding.name) ?? []), point]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const means = [
    ...compared.map(({ name }) => meanOf(name, points.get(name) ?? [])),
    { name: reference.name, cpu: 1, bytes: 1, ssimDb: 0, equalBytes: 1 },
  ];
  console.log('\n| preset | CPU time | bytes | SSIM | bytes at equal SSIM |\n|---|---|---|---|---|');
  for (const { name, cpu, bytes, ssimDb, equalBytes } of means)
    console.log(
      `| ${name} | ${cpu.toFixed(2)} | ${bytes.toFixed(2)} | ${ssimDb.toFixed(2)} dB | ${equalBytes.toFixed(2)} |`,
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
function meanOf(name: string, points: readonly PresetPoint[]): PresetPoint {
  const mean = (value: (point: PresetPoint) => number) =>
    Math.exp(points.reduce((sum, point) => sum + Math.log(value(point)), 0) / points.length);
  const ssimDb = points.reduce((sum, point) => sum + point.ssimDb, 0) / points.length;
  const [cpu, bytes, equalBytes] = [mean((p) => p.cpu), mean((p) => p.bytes), mean((p) => p.equalBytes)];
  return { name, cpu, bytes, ssimDb, equalBytes };
}
