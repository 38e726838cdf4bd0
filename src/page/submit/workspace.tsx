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
import { useTogether } from './together/use-together.ts';
import type { Entry, UploadQueue } from './upload-queue.ts';
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
  const together = useTogether(entries);
  const list = useRef<HTMLElement>(null);
  const [usesSettings, setUsesSettings] = useState(false);
  // A replay that is still being read has its place already: the demo would have another height.
  const firstReadable = entries.find(({ summary, state }) => summary || state.is === 'reading');
  const requestedEntry = entries.find(({ id }) => id === requested);
  const shown = (requestedEntry && together.entries?.[0]) ?? requestedEntry ?? (isWide ? firstReadable : null);
  const ready = entries.filter(({ state }) => state.is === 'ready');
  const isReading = sets.some(({ beatmapMd5s }) => beatmapMd5s === null);
  const isUploading = entries.some(({ state }) => state.is === 'uploading' || state.is === 'waiting');
  const isAllSent = !isDemo && entries.every(({ state }) => state.is === 'uploaded');
  const { skin, ...style } = options;
  const styleBefore = useStyleToCompare(style, limits);
  const shownOptions = useUnchanged(together.withLayout(options));
  const optionsBefore = useUnchanged(styleBefore && together.withLayout({ ...styleBefore, skin }));

  /** Whether another replay is the first one of a video of several. */
  const isBehind = ({ id }: Entry) => together.entries !== null && id !== together.entries[0]?.id;

  async function sendAll() {
    if (list.current && focusWrongTime(list.current)) return;
    if (together.entries !== null) {
      const jobId = await send(together.entries, { options: together.withLayout(options) });
      if (jobId !== null) navigate(linkTo(`/view/${jobId}`));
      return;
    }
    // One at a time: the service allows each client two active jobs, so the others wait for their turn.
    for (const entry of ready) {
      const jobId = await send([entry], { options });
      if (jobId !== null && entries.length === 1) navigate(linkTo(`/view/${jobId}`));
    }
  }

  /** Opens the page that judges all replays in this browser. */
  function studyAll() {
    handOverFiles([...entries, ...sets].map(({ file }) => file).concat(unlisted));
    navigate(linkTo('/study'));
  }

  const sendDemo = useAction(async () => {
    const { fetchDemo } = await import('./picture/live-picture.tsx');
    const { replays, beatmap } = await fetchDemo();
    const [entry] = add(replays.map(({ name, bytes }) => new File([bytes.slice()], name)));
    const jobId = entry && (await send([entry], { options, beatmap: new File([beatmap.slice()], 'demo.osz') }));
    if (jobId) navigate(linkTo(`/view/${jobId}`));
  });

  return (
    <div class="columns">
      <div class="picture-column">
        {(shown || isDemo || isWide) && (
          <PicturePanel
            key={together.entries?.map(({ id }) => id).join() ?? shown?.id ?? 'demo'}
            entry={shown ?? null}
            together={together.files}
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
          ) : isAllSent ? (
            <a class="button primary wide" href={linkTo('/renders?mine=true')}>
              {submit.seeVideos}
            </a>
          ) : (
            <button
              type="button"
              class="primary wide"
              disabled={ready.length === 0 || isUploading || isReading}
              onClick={() => void sendAll()}
            >
              {isUploading ? submit.uploading : submit.send(together.entries === null ? ready.length : 1)}
            </button>
          )}
        </div>
      </div>
      <div>
        {!isDemo && (
          <section ref={list} aria-label={submit.selected}>
            {together.candidates && (
              <LayoutPicker
                count={together.candidates.length}
                settings={together.layout}
                onChange={together.setLayout}
              />
            )}
            <ul class={`replays ${isMany ? 'many' : ''}`}>
              {entries.map((entry) => (
                <ReplayCard
                  key={entry.id}
                  entry={entry}
                  sets={sets}
                  speed={renderOptionsOf(options).speed}
                  isCompact={isMany && entry.id !== shown?.id}
                  onSets={add}
                  onRemove={() => remove(entry.id)}
                  onClip={isBehind(entry) ? null : (clip) => setClip(entry.id, clip)}
                  onRetry={() => void (together.entries === null ? send([entry], { options }) : sendAll())}
                  onPreview={entry.id === shown?.id || isBehind(entry) ? null : () => setRequested(entry.id)}
                  onFirst={isBehind(entry) ? () => moveFirst(entry.id) : null}
                />
              ))}
            </ul>
            <AttachedSets sets={sets} entries={entries} onRemove={removeSet} />
            {entries.length > 1 && (
              <button type="button" onClick={studyAll}>
                {submit.study(entries.length + unlisted.length)}
              </button>
            )}
          </section>
        )}
        <SettingsForm options={options} limits={limits} onChange={onChange} onUse={() => setUsesSettings(true)} />
      </div>
    </div>
  );
}
