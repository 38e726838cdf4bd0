import { useMemo, useRef, useState } from 'preact/hooks';
import { renderOptionsOf, type SubmittedSettings } from '../../contract/settings/index.ts';
import { useAction } from '../api/use-action.ts';
import { linkTo } from '../link-to.ts';
import { navigate } from '../router.ts';
import { handOverFiles } from '../study/files-to-study.ts';
import { words } from '../words/index.ts';
import { AttachedSets } from './attached-sets.tsx';
import { focusWrongTime } from './clip-fields.tsx';
import { PicturePanel } from './picture/picture-panel.tsx';
import { ReplayCard } from './replay-card.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { useStyleToCompare } from './settings/style-picker.tsx';
import type { VideoLimits } from './settings/video-limits.ts';
import { LayoutPicker } from './together/layout-picker.tsx';
import { togetherIn } from './together/together.ts';
import { type Entry, isUnusable, requestOf, type UploadQueue } from './upload-queue.ts';
import { useMediaQuery } from './use-media-query.ts';

// Loaded with the first replay, or with the demo.

interface WorkspaceProps {
  readonly queue: UploadQueue;
  readonly options: SubmittedSettings;
  readonly limits: VideoLimits;
  readonly onChange: (options: SubmittedSettings) => void;
  readonly onSkin: (skin: string) => void;
}

/** From here on, the picture is beside the settings; style/submit.css has the same width. */
const wide = '(min-width: 64.01rem)';

/** With more replays, only the one in the picture has a large card, and the list scrolls: the settings stay in reach. */
const maxLargeCards = 2;

/** The same object while nothing in it changes, so that the picture is not drawn again. */
function useUnchanged<T>(value: T): T {
  return useMemo(() => value, [JSON.stringify(value)]);
}

/** The replays and the settings, beside a picture that shows both. */
export function Workspace({ queue, options, limits, onChange, onSkin }: WorkspaceProps) {
  const { submit } = words;
  const { entries, unlisted, sets, add, remove, removeSet, moveFirst, setClip, send } = queue;
  const isWide = useMediaQuery(wide);
  const isDemo = entries.length === 0;
  const isMany = entries.length > maxLargeCards;
  const [requested, setRequested] = useState<number | null>(null);
  const together = togetherIn(entries, queue.layout);
  const list = useRef<HTMLElement>(null);
  const [usesSettings, setUsesSettings] = useState(false);
  // A replay that is still being read has its place already: the demo would have another height.
  const firstReadable = entries.find(({ summary, state }) => summary || state.is === 'reading');
  const requestedEntry = entries.find(({ id }) => id === requested);
  const shown = (requestedEntry && together.videoOf(requestedEntry)[0]) ?? (isWide ? firstReadable : null) ?? null;
  const shownReplays = shown ? together.videoOf(shown) : [];
  const shownIds = shownReplays.map(({ id }) => id).join();
  const shownFiles = useMemo(() => shownReplays.map(({ file }) => file), [shownIds]);
  const unusable = entries.filter(isUnusable);
  const usable = entries.filter((entry) => !isUnusable(entry));
  const videos = usable.map(together.videoOf).filter((replays, i) => replays[0] === usable[i]);
  const unsent = videos.filter((replays) => replays.some(({ state }) => state.is === 'ready'));
  const isReading = sets.some(({ beatmapMd5s }) => beatmapMd5s === null);
  const isUploading = entries.some(({ state }) => state.is === 'uploading' || state.is === 'waiting');
  const isAllSent = videos.length > 0 && usable.every(({ state }) => state.is === 'uploaded');
  const changed = isAllSent ? videos.filter(isChanged) : [];
  const { skin, ...style } = options;
  const styleBefore = useStyleToCompare(style, limits);
  const shownOptions = useUnchanged(together.withLayout(options, shownReplays));
  const optionsBefore = useUnchanged(styleBefore && together.withLayout({ ...styleBefore, skin }, shownReplays));

  /** Whether another replay is the first one of its video. */
  const isBehind = (entry: Entry) => together.videoOf(entry)[0] !== entry;

  /** Whether a video that has been sent would now be another one. */
  function isChanged(replays: readonly Entry[]): boolean {
    const request = requestOf(replays, together.withLayout(options, replays));
    return replays.some(({ state }) => state.is === 'uploaded' && state.result.request !== request);
  }

  async function sendAll(selected: typeof videos) {
    if (list.current && focusWrongTime(list.current)) return;
    // One at a time: the service allows each client two active jobs, so the others wait for their turn.
    for (const replays of selected) {
      const jobId = await send(replays, { options: together.withLayout(options, replays) });
      if (jobId !== null && videos.length === 1) navigate(linkTo(`/view/${jobId}`));
    }
  }

  /** Opens the page that judges all replays in this browser. */
  function studyAll() {
    handOverFiles([...usable, ...sets].map(({ file }) => file).concat(unlisted));
    navigate(linkTo('/study'));
  }

  /** They are the first ones of the list, which may be scrolled. */
  function showUnusable() {
    list.current?.querySelector('.replay-card')?.scrollIntoView({ block: 'center' });
  }

  const sendDemo = useAction(async () => {
    const { fetchDemo } = await import('./picture/live-picture.tsx');
    const { replays, beatmap } = await fetchDemo();
    const set = new File([beatmap.slice()], 'demo.osz');
    const [entry] = add([...replays.map(({ name, bytes }) => new File([bytes.slice()], name)), set]);
    const jobId = entry && (await send([entry], { options, beatmap: set }));
    if (jobId) navigate(linkTo(`/view/${jobId}`));
  });

  return (
    <div class="columns">
      <div class="picture-column">
        {(shown || isDemo || isWide) && (
          <PicturePanel
            key={shownIds || 'demo'}
            entry={shown}
            replays={shownFiles}
            sets={sets}
            options={shownOptions}
            before={optionsBefore}
            isRequested={isDemo || (shown !== null && shown?.id === requested)}
            needsDemo={usesSettings}
            onClip={(clip) => shown && setClip(shown.id, clip)}
            onSkin={onSkin}
            onClose={isWide || isDemo ? null : () => setRequested(null)}
          />
        )}
        <div class="send-bar">
          {isDemo ? (
            <button
              type="button"
              class="primary wide"
              disabled={sendDemo.isRunning}
              onClick={() => void sendDemo.run()}
            >
              {submit.renderDemo}
            </button>
          ) : (
            <>
              {unusable.length > 0 && (
                <button type="button" class="plain" onClick={showUnusable}>
                  {submit.unusable(unusable.length)}
                </button>
              )}
              {(!isAllSent || changed.length > 0) && (
                <button
                  type="button"
                  class="primary wide"
                  disabled={(unsent.length === 0 && !isAllSent) || isUploading || isReading}
                  onClick={() => void sendAll(isAllSent ? changed : unsent)}
                >
                  {isUploading ? submit.uploading : isAllSent ? submit.sendAgain : submit.send(unsent.length)}
                </button>
              )}
              {isAllSent && (
                <a class={`button wide ${changed.length > 0 ? '' : 'primary'}`} href={linkTo('/renders?mine=true')}>
                  {submit.seeVideos}
                </a>
              )}
            </>
          )}
        </div>
      </div>
      <div>
        {!isDemo && (
          <section ref={list} aria-label={submit.selected}>
            {together.groups.length > 0 && (
              <LayoutPicker
                counts={together.groups.map(({ length }) => length)}
                settings={together.layout}
                onChange={queue.setLayout}
              />
            )}
            <ul class={`replays ${isMany ? 'many' : ''}`}>
              {[...unusable, ...usable].map((entry) => (
                <ReplayCard
                  key={entry.id}
                  entry={entry}
                  sets={sets}
                  speed={renderOptionsOf(options).speed}
                  isCompact={isMany && entry.id !== shown?.id}
                  onSets={add}
                  onRemove={() => remove(entry.id)}
                  onClip={isBehind(entry) ? null : (clip) => setClip(entry.id, clip)}
                  onRetry={() => void sendAll([together.videoOf(entry)])}
                  onPreview={entry.id === shown?.id || isBehind(entry) ? null : () => setRequested(entry.id)}
                  onFirst={isBehind(entry) ? () => moveFirst(entry.id) : null}
                />
              ))}
            </ul>
            <AttachedSets sets={sets} entries={entries} onRemove={removeSet} />
            {usable.length > 1 && (
              <button type="button" class="study" onClick={studyAll}>
                {submit.study(usable.length + unlisted.length)}
              </button>
            )}
          </section>
        )}
        <SettingsForm options={options} limits={limits} onChange={onChange} onUse={() => setUsesSettings(true)} />
      </div>
    </div>
  );
}
