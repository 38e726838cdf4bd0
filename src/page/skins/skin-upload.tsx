import { useCallback, useState } from 'preact/hooks';
import { postForm } from '../api/request.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { linkTo } from '../link-to.ts';
import { useDroppedFiles } from '../use-dropped-files.ts';
import { words } from '../words/index.ts';

/** Uploads a skin that is chosen, pasted or dropped anywhere on the page. */
export function SkinUpload({ onUploaded }: { onUploaded: () => void }) {
  const { skins } = words;
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [uploadedName, setUploadedName] = useState<string | null>(null);

  const upload = useCallback(
    async ([file]: readonly File[]) => {
      if (file === undefined) return;
      const form = new FormData();
      form.set('skin', file);
      setFraction(0);
      setError(null);
      setUploadedName(null);
      try {
        const { skin_name } = await postForm<{ skin_name: string }>(linkTo('/v1/skins/upload'), form, {
          onProgress: setFraction,
        });
        setUploadedName(skin_name);
        onUploaded();
      } catch (cause) {
        setError(cause);
      } finally {
        setFraction(null);
      }
    },
    [onUploaded],
  );
  const isDragging = useDroppedFiles(upload);

  return (
    <section class="skin-upload">
      <label class={`button ${isDragging ? 'primary' : ''}`}>
        {isDragging ? skins.dropNow : skins.upload}
        <input
          type="file"
          accept=".osk"
          class="hidden-input"
          disabled={fraction !== null}
          onChange={({ currentTarget }) => {
            void upload([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      {fraction !== null && <progress max={1} value={fraction} aria-label={skins.uploading} />}
      {uploadedName !== null && <p role="status">{skins.uploaded(uploadedName)}</p>}
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}
