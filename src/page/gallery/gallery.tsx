import { useState } from 'preact/hooks';
import { defaultSkin } from '../../contract/plain/index.ts';
import { useAnswer } from '../service/use-answer.ts';
import { SkinPreview } from '../skins/skin-preview.tsx';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { SkinUpload } from './skin-upload.tsx';

/** Every skin there is, and the way to add one. */
export function Gallery() {
  const { gallery } = words;
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const [search, setSearch] = useState('');
  const names = answer.state === 'there' ? answer.value.skins : [];
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <div class="row page-tools">
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
      <ul class="cards" aria-busy={answer.state === 'loading'}>
        {answer.state === 'loading' && (
          <li class="card skin-card">
            <div class="thumbnail" />
          </li>
        )}
        {found.map((name) => (
          <li key={name} class="card skin-card">
            <div class="thumbnail">
              <SkinPreview name={name} />
            </div>
            <div class="row">
              <h2>{name}</h2>
              {name === defaultSkin ? (
                <span class="quiet">{gallery.builtIn}</span>
              ) : (
                <a href={`/v1/artifacts/skins/${encodeURIComponent(name)}.osk`} download>
                  {gallery.download}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
