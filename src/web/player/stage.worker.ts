import { Failure } from '../../failure.ts';
import { soundsOf } from '../../scene/index.ts';
import { archiveFiles, gatherProps, openPlay, type Props, type StageSet, setStage } from '../../stage/index.ts';
import { browserPlatform } from './browser-platform.ts';
import { type FromStage, type OpenedForPage, soundKey, type ToStage } from './messages.ts';

// The stage in a thread of its own: the page stays quick however much there is to draw.

let stage: StageSet | null = null;
let canvas: OffscreenCanvas | null = null;
let busy = false;
/** Only the newest moment that was asked for is worth drawing. */
let wanted: number | null = null;

addEventListener('message', async ({ data }: MessageEvent<ToStage>) => {
  if (data.kind === 'draw') {
    wanted = data.t;
    if (!busy) await drawWanted();
    return;
  }
  try {
    tell({ kind: 'opened', play: await open(data) });
  } catch (error) {
    const code = error instanceof Failure ? error.code : 'service/internal';
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
});

async function open({
  files,
  options,
  size,
  canvas: given,
}: Extract<ToStage, { kind: 'open' }>): Promise<OpenedForPage> {
  canvas = given ?? canvas;
  canvas!.width = size.width;
  canvas!.height = size.height;
  await stage?.close();
  stage = null;
  const onNote = (note: string) => tell({ kind: 'note', note });
  const beatmap = archiveFiles(files.beatmap);
  // It waits for its own wasm as it is loaded, and a worker that waits then loses what it is told meanwhile.
  const { createRosuPp } = await import('../../pp/index.ts');
  const opened = openPlay({ replay: files.replay, beatmap: { files: beatmap } }, createRosuPp(), onNote);
  const props = await gatherProps(opened, {
    ...{ files: beatmap, options, onNote },
    skin: files.skin && archiveFiles(files.skin),
    platform: await browserPlatform(),
  });
  stage = await setStage(props, size);
  return describe(stage, props, beatmap.read(opened.beatmap.general.audioFilename));
}

function describe({ show }: StageSet, { opened, skinFiles }: Props, song: Uint8Array | null): OpenedForPage {
  const track = soundsOf(show);
  const sounds = new Map<string, Uint8Array>();
  for (const { sound } of [...track.events, ...track.loops]) {
    const key = soundKey(sound);
    if (sounds.has(key)) continue;
    const bytes = skinFiles.read(sound);
    if (bytes) sounds.set(key, bytes);
  }
  const { artist, title, version } = opened.beatmap.metadata;
  return {
    title: `${artist} - ${title} [${version}]`,
    span: show.span,
    clockRate: show.mods.clockRate,
    keepsPitch: show.mods.audio.frequency === 1,
    song,
    track,
    sounds,
  };
}

async function drawWanted(): Promise<void> {
  busy = true;
  while (wanted !== null && stage !== null && canvas !== null) {
    const t = wanted;
    wanted = null;
    const before = performance.now();
    await stage.draw(t);
    present(stage, canvas);
    tell({ kind: 'drawn', t, ms: performance.now() - before });
  }
  busy = false;
}

/** The compositor's memory is shown as it is: rows may be longer than the picture is wide. */
function present({ compositor }: StageSet, canvas: OffscreenCanvas): void {
  const { pixels, strideBytes } = compositor.rgba();
  const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, strideBytes * compositor.height);
  const context = canvas.getContext('2d', { alpha: false })!;
  context.putImageData(new ImageData(data, strideBytes / 4, compositor.height), 0, 0);
}

function tell(message: FromStage): void {
  postMessage(message);
}
