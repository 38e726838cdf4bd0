import { useState } from 'preact/hooks';
import { defaultSkin } from '../../contract/plain/index.ts';
import { postForm } from '../service/call.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

/** Every skin there is, and the way to add one. */
export function Gallery() {
  const { gallery } = words;
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const [search, setSearch] = useState('');
  const names = answer.state === 'there' ? answer.value.skins : [];
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <div class="row">
        <h1>{gallery.title}</h1>
        <input
          type="search"
          placeholder={gallery.search}
          aria-label={gallery.search}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <SkinUpload onUploaded={answer.reload} />
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'there' && found.length === 0 && <p class="quiet">{gallery.none}</p>}
      <ul class="cards">
        {found.map((name) => (
          <li key={name} class="card">
            <h2>{name}</h2>
            {name !== defaultSkin && (
              <a href={`/v1/artifacts/skins/${encodeURIComponent(name)}.osk`} download>
                {gallery.download}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function SkinUpload({ onUploaded }: { onUploaded: () => void }) {
  const { gallery } = words;
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [stored, setStored] = useState<string | null>(null);

  async function upload(file: File) {
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
  }

  return (
    <section>
      <label class="button">
        {gallery.upload}
        <input
          type="file"
          accept=".osk"
          class="hidden-input"
          disabled={sent !== null}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void upload(file);
            currentTarget.value = '';
          }}
        />
      </label>
      {sent !== null && <progress max={1} value={sent} aria-label={gallery.sending} />}
      {stored !== null && <p role="status">{gallery.stored(stored)}</p>}
      {error !== null && <Trouble error={error} />}
    </section>
  );
}
