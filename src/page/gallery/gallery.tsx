import { useState } from 'preact/hooks';
import { defaultSkin } from '../../contract/zod-free/index.ts';
import { useAnswer } from '../service/use-answer.ts';
import { SkinPreview } from '../skins/skin-preview.tsx';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';
import { SkinUpload } from './skin-upload.tsx';

/** Every skin there is, and the way to add one. */
export function Gallery() {
  const { skins } = words;
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const [search, setSearch] = useState('');
  const names = answer.state === 'there' ? answer.value.skins : [];
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <div class="row page-tools">
        <h1>{skins.title}</h1>
        <input
          type="search"
          placeholder={skins.search}
          aria-label={skins.search}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <SkinUpload onUploaded={answer.reload} />
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'there' && found.length === 0 && <p class="quiet">{skins.none}</p>}
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
                <span class="quiet">{skins.builtIn}</span>
              ) : (
                <a href={`/v1/artifacts/skins/${encodeURIComponent(name)}.osk`} download>
                  {skins.download}
                </a>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
