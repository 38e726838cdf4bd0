import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { loadTypeface } from '../glyphs/files/index.ts';
import { type Show, showSpan, wordsOf } from '../scene/index.ts';
import { findVideo } from './backdrop-video.ts';
import { folderFiles } from './file-source.ts';
import type { Take } from './film.ts';
import { type OpenedPlay, openPlay } from './open-play.ts';
import type { RenderHooks, RenderOptions, RenderRequest } from './request.ts';
import { openSkinFiles } from './skin-files.ts';
import { type Props, type StageSet, setStage } from './stage-set.ts';
import { openStoryboardFiles, readStoryboard } from './storyboard-files.ts';

/** A render whose every input is read: what is left is to draw, frame by frame. */
export interface PreparedRender {
  readonly opened: OpenedPlay;
  readonly props: Props;
  readonly stage: StageSet;
  readonly take: Take;
}

type PrepareRequest = Omit<RenderRequest, 'file' | 'thumbnail'>;

export async function prepareRender(request: PrepareRequest, hooks: RenderHooks = {}): Promise<PreparedRender> {
  const { options } = request;
  const { signal, onNote = () => {} } = hooks;
  const opened = openPlay(request, onNote);
  if (options.motionBlur) onNote('Not drawn yet: motion blur.');
  signal?.throwIfAborted();
  const props = gatherProps(request, opened, onNote);
  const stage = await setStage(props, { width: options.width, height: options.height });
  signal?.throwIfAborted();
  return { opened, props, stage, take: takeOf(stage.show, options) };
}

function gatherProps(request: PrepareRequest, opened: OpenedPlay, onNote: (note: string) => void): Props {
  const { files } = request.beatmap;
  const { assets, options } = request;
  const sources = { beatmap: files, user: request.skin, default: folderFiles(join(assets, 'default-skin')) };
  const name = opened.beatmap.background;
  const background = name === null ? null : files.read(name);
  if (name !== null && background === null) onNote(`The background ${JSON.stringify(name)} is not in the set.`);
  return {
    opened,
    skinFiles: openSkinFiles(sources, onNote),
    letters: loadTypeface(join(assets, 'glyphs'), wordsOf(opened.beatmap, opened.replay)),
    background,
    ...sceneryOf(request, opened, onNote),
    assets,
    options,
    onNote,
  };
}

/** What lies behind the play besides the map's picture, as far as the viewer wants it. */
function sceneryOf(
  { beatmap: { files }, skin, options }: PrepareRequest,
  { beatmap }: OpenedPlay,
  onNote: (note: string) => void,
): Pick<Props, 'storyboard' | 'video'> {
  if (!options.storyboard && !options.video) return { storyboard: null, video: null };
  const storyboard = readStoryboard(beatmap, files, onNote);
  const isEmpty = storyboard.sprites.length === 0 && storyboard.samples.length === 0;
  const sources = { files, skin: beatmap.general.useSkinSprites ? skin : null };
  return {
    storyboard: options.storyboard && !isEmpty ? openStoryboardFiles(storyboard, sources, onNote) : null,
    video: options.video ? findVideo(storyboard.videos, files, onNote) : null,
  };
}

/** Longer ones are no plays: somewhere a time is wrong, and the video would fill the disk. */
const longestMs = 3 * 60 * 60 * 1000;

function takeOf(show: Show, { start, end, fps }: RenderOptions): Take {
  const span = showSpan(show);
  const rate = show.mods.clockRate;
  const from = Math.max(span.start, start ?? span.start);
  const until = Math.min(span.end, end ?? span.end);
  if (!(until > from)) {
    const [first, last] = [span.start, span.end].map((ms) => (ms / 1000).toFixed(1));
    throw new Failure(
      'video/options-invalid',
      `Nothing lies in that part of the play, which goes from ${first} s to ${last} s.`,
    );
  }
  const lengthMs = (until - from) / rate;
  if (lengthMs > longestMs)
    throw new Failure('beatmap/too-large', `The video would be ${Math.round(lengthMs / 60_000)} minutes long.`);
  return {
    start: from,
    frames: Math.max(1, Math.round((lengthMs / 1000) * fps)),
    fps,
    rate,
    isLast: until === span.end,
  };
}
