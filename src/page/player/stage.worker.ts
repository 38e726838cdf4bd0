import { Failure } from '../../failure.ts';
import type { PpCalculator } from '../../game/pp/index.ts';
import { soundsOf } from '../../rendering/scene/index.ts';
import {
  archiveFiles,
  createSceneRenderer,
  type FileSource,
  loadSceneAssets,
  type OpenedPlay,
  openPlay,
  type SceneRenderer,
} from '../../rendering/scene-loader/index.ts';
import { browserPlatform } from './browser-platform.ts';
import { type FromStage, type Look, type Song, soundKey, type ToStage, type Worn } from './messages.ts';
import { openPageClip } from './page-clip.ts';
import { createPresent, type Present } from './present.ts';

// The stage in a thread of its own: the page stays quick however much there is to draw.

interface OpenPlay {
  readonly replay: Uint8Array;
  readonly beatmap: FileSource;
  readonly rating: PpCalculator;
  readonly canvas: OffscreenCanvas;
  readonly present: Present;
}

let play: OpenPlay | null = null;
/** How the play was judged last. */
let judged: { readonly opened: OpenedPlay; readonly ignoreFail: boolean } | null = null;
let stage: SceneRenderer | null = null;
let isDrawing = false;
/** Only the newest moment that was asked for is worth drawing. */
let wanted: number | null = null;
/** One after the other: what comes while a stage is being set is about the stage after it. */
let work = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ToStage>) => {
  if (data.kind === 'draw') {
    wanted = data.t;
    if (!isDrawing) void drawWanted();
    return;
  }
  work = work.then(async () => {
    try {
      if (data.kind === 'open') await open(data);
      else tell({ kind: 'dressed', worn: await dress(play!, data.look) });
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'service/internal';
      tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
    }
  });
});

async function open({ files, look, canvas }: Extract<ToStage, { kind: 'open' }>): Promise<void> {
  // It waits for its own wasm as it is loaded, and a worker that waits then loses what it is told meanwhile.
  const { createRosuPp } = await import('../../game/pp/index.ts');
  play = {
    replay: files.replay,
    beatmap: archiveFiles(files.beatmap),
    rating: createRosuPp(),
    canvas,
    present: createPresent(canvas.getContext('2d', { alpha: false })!),
  };
  const worn = await dress(play, look);
  tell({ kind: 'opened', song: songOf(judged!.opened, play.beatmap), worn });
}

/** Sets the stage anew; until it stands, the old one is drawn. */
async function dress(open: OpenPlay, { skin, options }: Look): Promise<Worn> {
  const { beatmap, canvas } = open;
  const { size, musicVolume, hitsoundVolume } = options;
  const opened = judge(open, options);
  let lacksVideo = false;
  const props = await loadSceneAssets(opened, {
    ...{ files: beatmap, options, onNote: ignoreNote },
    skin: skin && archiveFiles(skin),
    platform: {
      ...(await browserPlatform()),
      async openClip(bytes, covering) {
        const clip = await openPageClip(bytes, covering);
        lacksVideo ||= clip === null;
        return clip;
      },
    },
  });
  const next = await createSceneRenderer(props, size);
  const track = soundsOf(next.scene);
  const sounds = new Map<string, Uint8Array>();
  for (const { sound } of [...track.events, ...track.loops]) {
    const key = soundKey(sound);
    if (sounds.has(key)) continue;
    const bytes = props.skinFiles.read(sound);
    if (bytes) sounds.set(key, bytes);
  }
  const last = stage;
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  stage = next;
  await last?.close();
  const { play, span } = next.scene;
  return {
    span,
    ending: { failedAt: play.failedAt, map: { songClock: play.map.songClock } },
    ...{ track, sounds, lacksVideo },
    volumes: { song: musicVolume, sounds: hitsoundVolume },
  };
}

function judge({ replay, beatmap, rating }: OpenPlay, options: Look['options']): OpenedPlay {
  const { ignoreFail } = options;
  if (judged?.ignoreFail === ignoreFail) return judged.opened;
  const opened = openPlay({ replay, beatmap: { files: beatmap }, options: { ignoreFail } }, rating, ignoreNote);
  judged = { opened, ignoreFail };
  return opened;
}

/** The log of a render says them; who watches sees what they are about. */
function ignoreNote(): void {}

function songOf({ beatmap: { general }, mods }: OpenedPlay, files: FileSource): Song | null {
  const bytes = general.audioFilename === '' ? null : files.read(general.audioFilename);
  return bytes && { bytes, keepsPitch: mods.audio.frequency === 1 && !mods.ramp?.adjustsPitch };
}

async function drawWanted(): Promise<void> {
  isDrawing = true;
  while (wanted !== null && stage !== null && play !== null) {
    const t = wanted;
    wanted = null;
    const before = performance.now();
    await stage.draw(t);
    play.present(stage.compositor);
    tell({ kind: 'drawn', t, ms: performance.now() - before });
  }
  isDrawing = false;
}

function tell(message: FromStage): void {
  postMessage(message);
}
