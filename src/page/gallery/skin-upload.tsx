import { useCallback, useState } from 'preact/hooks';
import { postForm } from '../service/call.ts';
import { useDroppedFiles } from '../submit/dropped-files.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

/** Picked, pasted or dropped anywhere on the page. */
export function SkinUpload({ onUploaded }: { onUploaded: () => void }) {
  const { skins } = words;
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stored, setStored] = useState<string | null>(null);

  const upload = useCallback(
    async ([file]: readonly File[]) => {
      if (file === undefined) return;
      const form = new FormData();
      form.set('skin', file);
      setSent(0);
      setError(null);
      setStored(null);
      try {
        const { skin_name } = await postForm<{ skin_name: string }>('/v1/skins/upload', form, { onProgress: setSent });
        setStored(skin_name);
        onUploaded();
      } catch (cause) {
        setError(cause);
      } finally {
        setSent(null);
      }
    },
    [onUploaded],
  );
  const held = useDroppedFiles(upload);

  return (
    <section class="skin-upload">
      <label class={`button ${held ? 'primary' : ''}`}>
        {held ? skins.dropNow : skins.upload}
        <input
          type="file"
          accept=".osk"
          class="hidden-input"
          disabled={sent !== null}
          onChange={({ currentTarget }) => {
            void upload([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      {sent !== null && <progress max={1} value={sent} aria-label={skins.uploading} />}
      {stored !== null && <p role="status">{skins.uploaded(stored)}</p>}
      {error !== null && <Trouble error={error} />}
    </section>
  );
}
