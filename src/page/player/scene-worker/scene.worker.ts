import { Failure, messageOf } from '../../../failure.ts';
import { mapMarks, missesOf } from '../../../game/analytics/index.ts';
import type { PpCalculator } from '../../../game/pp/index.ts';
import type { NamedReplay } from '../../../game/together/index.ts';
import { type Scene, soundsOf, videoStart } from '../../../rendering/scene/index.ts';
import {
  archiveFiles,
  createVideoRenderer,
  type FileSource,
  loadVideoAssets,
  type OpenedPlay,
  type OpenedPlays,
  openPlays,
  type VideoAssets,
  type VideoRenderer,
} from '../../../rendering/scene-loader/index.ts';
import type { ShownPart } from '../../shown-part.ts';
import { browserPlatform } from './browser-platform.ts';
import { context2d } from './context-2d.ts';
import { type CopyToCanvas, createCopyToCanvas } from './copy-to-canvas.ts';
import { keepFiles } from './kept-files.ts';
import {
  type AppliedLook,
  type FromSceneWorker,
  type Look,
  type LookChange,
  type Song,
  soundKey,
  type ToSceneWorker,
} from './messages.ts';
import { createSmallPictures, type SmallPictures } from './small-pictures.ts';
import { openVideoSource } from './video-source.ts';

// Draws the replay in a web worker, so that drawing never blocks the page.

interface OpenReplay {
  readonly replays: readonly NamedReplay[];
  readonly beatmap: FileSource;
  readonly pp: PpCalculator;
  readonly canvas: OffscreenCanvas;
  readonly copyToCanvas: CopyToCanvas;
}

let replay: OpenReplay | null = null;
/** The last judgement, and the options that it depends on. */
let judged: { readonly plays: OpenedPlays; readonly judgedWith: string } | null = null;
/** The skin of the last look; null for the built-in one. */
let userSkin: FileSource | null = null;
let renderer: VideoRenderer | null = null;
/** Created when the first small picture is requested in the current look. */
let smallPictures: Promise<SmallPictures> | null = null;
let currentAssets: VideoAssets | null = null;
let isDrawing = false;
/** The newest requested time; older requests are dropped. */
let requestedTime: number | null = null;
/** Requests run one after the other: a look applies to the replay that was opened before it. */
let work = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToSceneWorker>) => {
  if (data.kind === 'draw') {
    requestedTime = data.t;
    if (!isDrawing) drawRequested().catch(reportError);
    return;
  }
  work = work.then(async () => {
    try {
      if (data.kind === 'open') await open(data);
      else if (data.kind === 'drawSmall') await drawSmall(data.t);
      else if (replay === null) throw new Error('No replay is open.');
      else post({ kind: 'lookApplied', applied: await applyLook(replay, data.look) });
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'service/internal';
      post({ kind: 'failed', code, message: messageOf(error) });
    }
  });
});

async function open({ files, look, canvas }: Extract<ToSceneWorker, { kind: 'open' }>): Promise<void> {
  // rosu-pp awaits its WebAssembly at the top level. Imported statically, it would delay this worker's message
  // listener, and messages sent meanwhile would be lost.
  const { createRosuPp } = await import('../../../game/pp/index.ts');
  const opened: OpenReplay = {
    replays: files.replays,
    beatmap: keepFiles(archiveFiles(files.beatmap)),
    pp: createRosuPp(),
    canvas,
    copyToCanvas: createCopyToCanvas(context2d(canvas, { alpha: false })),
  };
  replay = opened;
  const applied = await applyLook(opened, look);
  post({ kind: 'opened', song: songOf(judge(opened, look.options).shown, opened.beatmap), applied });
}

/** Creates a renderer for a look; the previous one keeps drawing until it is ready. */
async function applyLook(open: OpenReplay, { skin, options }: LookChange): Promise<AppliedLook> {
  const { beatmap, canvas } = open;
  const { size, musicVolume, hitsoundVolume } = options;
  if (skin !== 'unchanged') userSkin = skin && keepFiles(archiveFiles(skin));
  let lacksVideo = false;
  const assets = await loadVideoAssets(judge(open, options), {
    files: beatmap,
    options,
    onNote: ignoreNote,
    skin: userSkin,
    platform: {
      ...(await browserPlatform()),
      async openClip(bytes, covering) {
        const clip = await openVideoSource(bytes, covering);
        lacksVideo ||= clip === null;
        return clip;
      },
    },
  });
  const next = await createVideoRenderer(assets, size);
  const track = soundsOf(next.scene);
  const sounds = new Map<string, Uint8Array>();
  for (const { sound } of [...track.events, ...track.loops]) {
    const key = soundKey(sound);
    if (sounds.has(key)) continue;
    const bytes = assets[0].skinFiles.read(sound);
    if (bytes) sounds.set(key, bytes);
  }
  const previous = renderer;
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  renderer = next;
  currentAssets = assets;
  smallPictures = null;
  await previous?.close();
  const { play } = next.scene;
  return {
    span: spanOf(next.scene, options.part),
    ending: { failedAt: play.failedAt, map: { songClock: play.map.songClock } },
    track,
    sounds,
    marks: { misses: missesOf(play).map(({ time }) => time), ...mapMarks(play.map) },
    lacksVideo,
    volumes: { song: musicVolume, sounds: hitsoundVolume },
  };
}

/** The times that a video of the part has. No video can be made of an empty part, so it is ignored. */
function spanOf(scene: Scene, part: ShownPart = {}): AppliedLook['span'] {
  const start = videoStart(scene, part.start);
  const end = Math.min(scene.span.end, part.end ?? scene.span.end);
  return start < end ? { start, end } : scene.span;
}

function judge({ replays, beatmap, pp }: OpenReplay, { ignoreFail, together }: Look['options']): OpenedPlays {
  const judgedWith = JSON.stringify({ ignoreFail, together });
  if (judged?.judgedWith === judgedWith) return judged.plays;
  const [first] = replays;
  if (first === undefined) throw new RangeError('There is no replay.');
  const files = { replay: first.bytes, replays, together, beatmap: { files: beatmap }, options: { ignoreFail } };
  const plays = openPlays(files, pp, ignoreNote);
  judged = { plays, judgedWith };
  return plays;
}

/** Notes are for the render log, which the preview does not have. */
function ignoreNote(): void {}

function songOf({ beatmap: { general }, mods }: OpenedPlay, files: FileSource): Song | null {
  const bytes = general.audioFilename === '' ? null : files.read(general.audioFilename);
  return bytes && { bytes, keepsPitch: mods.audio.frequency === 1 && !(mods.ramp ?? mods.adaptiveSpeed)?.adjustsPitch };
}

async function drawRequested(): Promise<void> {
  isDrawing = true;
  try {
    while (requestedTime !== null && renderer !== null && replay !== null) {
      const t = requestedTime;
      requestedTime = null;
      const startedAt = performance.now();
      const drawing = renderer;
      try {
        await drawing.draw(t);
      } catch (error) {
        // A renderer that was closed meanwhile has no video to draw.
        if (drawing === renderer) throw error;
      }
      // A look was applied meanwhile: the page then requests the frame again.
      if (drawing !== renderer) continue;
      replay.copyToCanvas(drawing.compositor);
      post({ kind: 'drawn', t, ms: performance.now() - startedAt });
    }
  } finally {
    isDrawing = false;
  }
}

async function drawSmall(t: number): Promise<void> {
  if (replay === null || currentAssets === null) throw new Error('No replay is open.');
  const { canvas } = replay;
  smallPictures ??= createSmallPictures(currentAssets, { width: canvas.width, height: canvas.height });
  const picture = await (await smallPictures).draw(t);
  post({ kind: 'drawnSmall', picture }, [picture]);
}

function post(message: FromSceneWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
