import { Failure } from '../../failure.ts';
import { soundsOf } from '../../scene/index.ts';
import {
  archiveFiles,
  type FileSource,
  gatherProps,
  type OpenedPlay,
  openPlay,
  type StageSet,
  setStage,
} from '../../stage/index.ts';
import { browserPlatform } from './browser-platform.ts';
import { type FromStage, type Heard, type Look, type PlayForPage, soundKey, type ToStage } from './messages.ts';
import { createPresent, type Present } from './present.ts';

// The stage in a thread of its own: the page stays quick however much there is to draw.

interface OpenPlay {
  readonly opened: OpenedPlay;
  readonly beatmap: FileSource;
  readonly size: { readonly width: number; readonly height: number };
  readonly present: Present;
}

let play: OpenPlay | null = null;
let stage: StageSet | null = null;
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
      else tell({ kind: 'dressed', heard: await dress(play!, data.look) });
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'service/internal';
      tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
    }
  });
});

async function open({ files, look, size, canvas }: Extract<ToStage, { kind: 'open' }>): Promise<void> {
  canvas.width = size.width;
  canvas.height = size.height;
  const beatmap = archiveFiles(files.beatmap);
  // It waits for its own wasm as it is loaded, and a worker that waits then loses what it is told meanwhile.
  const { createRosuPp } = await import('../../pp/index.ts');
  const opened = openPlay({ replay: files.replay, beatmap: { files: beatmap } }, createRosuPp(), ignoreNote);
  play = { opened, beatmap, size, present: createPresent(canvas.getContext('2d', { alpha: false })!) };
  const heard = await dress(play, look);
  tell({ kind: 'opened', play: describe(stage!, play), heard });
}

/** Sets the stage anew; until it stands, the old one is drawn. */
async function dress({ opened, beatmap, size }: OpenPlay, { skin, options }: Look): Promise<Heard> {
  const props = await gatherProps(opened, {
    ...{ files: beatmap, options, onNote: ignoreNote },
    skin: skin && archiveFiles(skin),
    platform: await browserPlatform(),
  });
  const next = await setStage(props, size);
  const track = soundsOf(next.show);
  const sounds = new Map<string, Uint8Array>();
  for (const { sound } of [...track.events, ...track.loops]) {
    const key = soundKey(sound);
    if (sounds.has(key)) continue;
    const bytes = props.skinFiles.read(sound);
    if (bytes) sounds.set(key, bytes);
  }
  const last = stage;
  stage = next;
  await last?.close();
  return { track, sounds };
}

/** The log of a render says them; who watches sees what they are about. */
function ignoreNote(): void {}

function describe({ show }: StageSet, { opened, beatmap }: OpenPlay): PlayForPage {
  const { mods, span } = show;
  const { audioFilename } = opened.beatmap.general;
  return {
    span,
    clockRate: mods.clockRate,
    keepsPitch: mods.audio.frequency === 1,
    song: audioFilename === '' ? null : beatmap.read(audioFilename),
  };
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
