import { useEffect, useId, useRef } from 'preact/hooks';
import { ErrorNotice, RetryNotice } from '../components/error-notice.tsx';
import { words } from '../words/index.ts';
import { formatSize } from '../words/numbers.ts';
import { makeVideoWithSkin } from './chosen-skin.ts';
import { useSkinList } from './skin-list.ts';
import { isSameName, type SkinNameProblem, skinNameProblem } from './skin-name.ts';
import { SkinPreview } from './skin-preview.tsx';
import { canUpload, type SkinEntry, type SkinUploads } from './skin-uploads.ts';

/** Shows the skins to upload with their names, which the viewer may change, and uploads them. */
export function SkinDialog({ uploads }: { uploads: SkinUploads }) {
  const { skins } = words;
  const { entries, clear, uploadAll } = uploads;
  const dialog = useRef<HTMLDialogElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const title = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Not a text field, which would open the keyboard of a phone.
    dialog.current?.focus();
    // The element is removed without being closed, so that the browser does not give the focus back.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const ready = entries.filter(canUpload);
  const isBusy = entries.some(({ state }) => ['reading', 'uploading', 'waiting'].includes(state.is));
  const hasBadName = ready.some((entry) => problemOf(entry, entries) !== null);
  useEffect(() => {
    // After the upload, the button that had the focus is gone.
    if (!isBusy) (submit.current ?? dialog.current)?.focus({ preventScroll: true });
  }, [isBusy]);
  const isDone = entries.every(({ state }) => state.is === 'uploaded');
  const [first] = ready;
  const isUsedAtOnce = entries.length === 1 && first?.onUploaded != null;
  return (
    <dialog ref={dialog} class="skin-dialog" aria-labelledby={title} tabIndex={-1} onCancel={clear}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void uploadAll();
        }}
      >
        <h2 id={title}>{isDone ? skins.addedTitle(entries.length) : skins.addTitle(entries.length)}</h2>
        <ul class="skin-entries">
          {entries.map((entry) => (
            <li key={entry.id}>
              <SkinEntryView entry={entry} uploads={uploads} />
            </li>
          ))}
        </ul>
        <div class="row dialog-buttons">
          <button type="button" onClick={clear}>
            {ready.length === 0 && !isBusy ? skins.close : skins.cancel}
          </button>
          {(ready.length > 0 || isBusy) && (
            <button ref={submit} type="submit" class="primary" disabled={isBusy || hasBadName}>
              {isUsedAtOnce ? skins.uploadAndUse : skins.uploadNow(ready.length)}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

function problemOf({ id, name }: SkinEntry, entries: readonly SkinEntry[]): SkinNameProblem | null {
  return skinNameProblem(
    name,
    entries.filter((other) => other.id !== id).map((other) => other.name),
  );
}

function SkinEntryView({ entry, uploads }: { entry: SkinEntry; uploads: SkinUploads }) {
  const { skins } = words;
  const { id, file, name, summary, state } = entry;
  if (state.is === 'uploaded') return <UploadedSkin name={name.trim()} onUse={uploads.clear} />;
  return (
    <>
      <div class="row">
        <span class="skin-file">
          {file.name} <span class="muted">{formatSize(file.size)}</span>
        </span>
        {uploads.entries.length > 1 && (
          <button
            type="button"
            class="small"
            aria-label={words.submit.remove(file.name)}
            onClick={() => uploads.remove(id)}
          >
            ✕
          </button>
        )}
      </div>
      {summary !== null && summary.author !== '' && <p class="muted">{skins.by(summary.author)}</p>}
      {state.is === 'reading' && <p class="muted">{words.loading}</p>}
      {(canUpload(entry) || state.is === 'uploading' || state.is === 'waiting') && (
        <NameField entry={entry} uploads={uploads} />
      )}
      {summary?.hasElements === false && <p class="notice warning">{skins.noElements}</p>}
      {state.is === 'uploading' && <progress max={1} value={state.fraction} aria-label={skins.uploading} />}
      {state.is === 'waiting' && <RetryNotice error={state.error} />}
      {state.is === 'rejected' && <ErrorNotice error={state.error} />}
    </>
  );
}

function NameField({ entry, uploads }: { entry: SkinEntry; uploads: SkinUploads }) {
  const { skins } = words;
  const hint = useId();
  const problem = problemOf(entry, uploads.entries);
  const isFileName = `${entry.name}.osk` === entry.file.name.replace(/\.osk$/i, '.osk');
  const request = useSkinList();
  const listed = request.state === 'loaded' ? request.value.details : [];
  const existing = listed.find((skin) => isSameName(skin.name, entry.name));
  const hintText = problem === null ? (isFileName ? '' : skins.nameRule) : skins.nameProblems[problem];
  return (
    <label class="field">
      {skins.name}
      <input
        type="text"
        required
        maxLength={128}
        value={entry.name}
        readOnly={!canUpload(entry)}
        aria-invalid={problem !== null}
        aria-describedby={hint}
        onInput={({ currentTarget }) => uploads.rename(entry.id, currentTarget.value)}
      />
      <span id={hint} class={problem === null ? 'muted' : 'invalid'}>
        {hintText}
        {problem === null && existing && ` ${existing.owner === 'you' ? skins.replaces : skins.nameExists}`}
      </span>
    </label>
  );
}

function UploadedSkin({ name, onUse }: { name: string; onUse: () => void }) {
  const { skins } = words;
  return (
    <div class="uploaded-skin">
      <SkinPreview name={name} />
      <p role="status">{skins.uploaded(name)}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          onUse();
          makeVideoWithSkin(name);
        }}
      >
        {skins.use}
      </button>
    </div>
  );
}
