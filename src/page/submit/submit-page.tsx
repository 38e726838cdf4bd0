import { useState } from 'preact/hooks';
import { defaultSettings, isSubmittedSettings, type SubmittedSettings } from '../../contract/settings/index.ts';
import { useAction } from '../api/use-action.ts';
import { EmptyScreen } from '../empty-screen.tsx';
import { LazyPart } from '../lazy-part.tsx';
import { linkTo } from '../link-to.ts';
import type { ReplayFiles } from '../player/scene-worker/messages.ts';
import { navigate } from '../router.ts';
import { isSkinFile, useSkinUploads } from '../skins/skin-uploads.ts';
import { useStoredPreference } from '../stored-preference.ts';
import { useDroppedFiles } from '../use-dropped-files.ts';
import { usePageTitle } from '../use-page-title.ts';
import { words } from '../words/index.ts';
import { AttachedSets } from './attached-sets.tsx';
import { wholeReplay, withClip } from './clip.ts';
import { ReplayCard } from './replay-card.tsx';
import { type PreviewChoice, previewedEntry, ReplayPreview } from './replay-preview.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { readVideoLimits, reduceToLimits } from './video-limits.ts';

/** The start page: choose replays, preview them, choose settings and upload. */
export function SubmitPage({ queue }: { queue: UploadQueue }) {
  const { submit } = words;
  usePageTitle(submit.title);
  const { entries, sets, add, remove, removeSet, setClip, send } = queue;
  const [stored, setOptions] = useStoredPreference<SubmittedSettings>('options', defaultSettings, isSubmittedSettings);
  const setSkin = (skin: string) => setOptions({ ...options, skin });
  const skinUploads = useSkinUploads();
  const limits = readVideoLimits();
  const options = reduceToLimits(withClip(stored, wholeReplay), limits);
  const isDragging = useDroppedFiles(add);
  const [previewChoice, setPreviewChoice] = useState<PreviewChoice>(null);
  const previewed = previewedEntry(entries, previewChoice, sets);
  const ready = entries.filter(({ state }) => state.is === 'ready');
  const isReading = sets.some(({ beatmapMd5s }) => beatmapMd5s === null);
  const isUploading = entries.some(({ state }) => state.is === 'uploading' || state.is === 'waiting');

  async function sendAll() {
    // One at a time: the service allows each client two active jobs, so the others wait for their turn.
    for (const entry of ready) {
      const jobId = await send(entry, { options });
      if (jobId !== null && entries.length === 1) navigate(linkTo(`/view/${jobId}`));
    }
  }

  async function renderDemo(replay: File, beatmap: File) {
    const [entry] = add([replay]);
    const jobId = entry ? await send(entry, { options, beatmap }) : null;
    if (jobId !== null) navigate(linkTo(`/view/${jobId}`));
  }

  return (
    <div class={`submit ${isDragging ? 'dragging' : ''} ${entries.length > 0 ? 'has-replays' : ''}`}>
      <section class="hero">
        <h1>{submit.title}</h1>
        <p class="muted">{submit.about}</p>
        <label class="drop-zone">
          <span class="drop-zone-title">{isDragging ? submit.dropNow : submit.drop}</span>
          <span class={entries.length > 0 ? 'button' : 'button primary'}>{submit.choose}</span>
          <input
            type="file"
            multiple
            accept=".osr,.osz,.osk"
            class="hidden-input"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              add(files);
              const skins = files.filter(isSkinFile);
              if (skins.length > 0) skinUploads.add(skins, setSkin);
              // Without this, choosing the same file again fires no change event.
              currentTarget.value = '';
            }}
          />
        </label>
      </section>
      {previewed && (
        <ReplayPreview
          key={previewed.id}
          entry={previewed}
          sets={sets}
          options={options}
          onClip={(clip) => setClip(previewed.id, clip)}
          onSkin={setSkin}
          onClose={() => setPreviewChoice('none')}
        />
      )}
      {entries.length === 0 && <AttachedSets sets={sets} entries={entries} onRemove={removeSet} />}
      {entries.length === 0 ? (
        <DemoSection skin={options.skin} onSkin={setSkin} onRender={renderDemo} />
      ) : (
        <div class="columns">
          <section class="selected-replays" aria-label={submit.selected}>
            <ul class="replays">
              {entries.map((entry) => (
                <ReplayCard
                  key={entry.id}
                  entry={entry}
                  sets={sets}
                  onSets={add}
                  onRemove={() => remove(entry.id)}
                  onClip={(clip) => setClip(entry.id, clip)}
                  onRetry={() => void send(entry, { options })}
                  onPreview={entry.id === previewed?.id ? null : () => setPreviewChoice(entry.id)}
                />
              ))}
            </ul>
            <AttachedSets sets={sets} entries={entries} onRemove={removeSet} />
            <div class="send-bar">
              <button
                type="button"
                class="primary wide"
                disabled={ready.length === 0 || isUploading || isReading}
                onClick={() => void sendAll()}
              >
                {submit.send(ready.length)}
              </button>
            </div>
          </section>
          <SettingsForm options={options} limits={limits} onChange={setOptions} />
        </div>
      )}
    </div>
  );
}

interface DemoSectionProps {
  readonly skin: string;
  readonly onSkin: (skin: string) => void;
  readonly onRender: (replay: File, beatmap: File) => void;
}

/** Plays the built-in demo, and renders it on request. */
function DemoSection({ skin, onSkin, onRender }: DemoSectionProps) {
  const { submit } = words;
  const [isOpen, setOpen] = useState(false);
  const render = useAction(async (fetchDemo: () => Promise<ReplayFiles>) => {
    const { replay, beatmap } = await fetchDemo();
    onRender(new File([replay.slice()], 'demo.osr'), new File([beatmap.slice()], 'demo.osz'));
  });
  if (!isOpen) {
    return (
      <p class="demo">
        <button type="button" onClick={() => setOpen(true)}>
          {submit.demo}
        </button>
      </p>
    );
  }
  return (
    <LazyPart load={() => import('../player/demo-player.tsx')} fallback={<EmptyScreen />}>
      {({ DemoPlayer, fetchDemo }) => (
        <div class="demo">
          <DemoPlayer skin={skin} onSkin={onSkin} />
          <button type="button" class="primary" disabled={render.isRunning} onClick={() => void render.run(fetchDemo)}>
            {submit.renderDemo}
          </button>
        </div>
      )}
    </LazyPart>
  );
}
