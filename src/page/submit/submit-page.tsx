import { useCallback, useState } from 'preact/hooks';
import { defaultSettings, isSubmittedSettings, type SubmittedSettings } from '../../contract/settings/index.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LazyPart } from '../components/lazy-part.tsx';
import { useDroppedFiles } from '../hooks/use-dropped-files.ts';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { isSkinFile, useSkinUploads } from '../skins/skin-uploads.ts';
import { useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';
import { AttachedSets } from './attached-sets.tsx';
import { wholeReplay, withClip } from './clip.ts';
import { KeyForm } from './key-form.tsx';
import { readVideoLimits, reduceToLimits } from './settings/video-limits.ts';
import { DemoLoop } from './start/demo-loop.tsx';
import { FindReplays } from './start/find-replays.tsx';
import { WhatYouGet } from './start/what-you-get.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { canFetchScores, usePastedScore } from './use-pasted-score.ts';

/** The start page: choose replays, see them with the settings, and upload them. */
export function SubmitPage({ queue }: { queue: UploadQueue }) {
  const { submit } = words;
  usePageTitle(submit.title);
  const { entries, sets, add, removeSet } = queue;
  const [stored, setOptions] = useStoredPreference<SubmittedSettings>('options', defaultSettings, isSubmittedSettings);
  const setSkin = (skin: string) => setOptions({ ...options, skin });
  const skinUploads = useSkinUploads();
  const limits = readVideoLimits();
  const options = reduceToLimits(withClip(stored, wholeReplay), limits);
  const isDragging = useDroppedFiles(add, { inFolders: /\.osr$/i });
  const pasted = usePastedScore(useCallback((file: File) => void add([file]), [add]));
  const [isDemo, setDemo] = useState(false);
  const isStart = entries.length === 0 && !isDemo;

  return (
    <div class={`submit ${isDragging ? 'dragging' : ''} ${isStart ? 'start' : ''}`}>
      <section class="hero">
        <div class="hero-text">
          <h1>{isStart ? submit.title : words.nav.submit}</h1>
          <p class="muted">{submit.about}</p>
          {isStart && <KeyForm />}
          <label class="drop-zone">
            <span class={isStart ? 'button primary wide' : 'button'}>{isStart ? submit.choose : submit.addMore}</span>
            <span class="drop-zone-title">{isDragging ? submit.dropNow : submit.drop}</span>
            {canFetchScores() && <span class="drop-zone-title">{submit.pasteScore}</span>}
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
          {pasted.isFetching && <p role="status">{submit.fetchingScore}</p>}
          {pasted.error !== null && <ErrorNotice error={pasted.error} />}
          {isStart && (
            <p>
              <button type="button" class="plain" onClick={() => setDemo(true)}>
                {submit.demo}
              </button>
            </p>
          )}
        </div>
        {isStart && <DemoLoop />}
      </section>
      {!isStart && <KeyForm />}
      {entries.length === 0 && <AttachedSets sets={sets} entries={entries} onRemove={removeSet} />}
      {isStart ? (
        <>
          <WhatYouGet />
          <FindReplays />
        </>
      ) : (
        <LazyPart load={() => import('./workspace.tsx')} fallback={<p class="muted">{words.loading}</p>}>
          {({ Workspace }) => (
            <Workspace queue={queue} options={options} limits={limits} onChange={setOptions} onSkin={setSkin} />
          )}
        </LazyPart>
      )}
    </div>
  );
}
