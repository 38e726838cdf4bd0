import { useState } from 'preact/hooks';
import { defaultSkin } from '../../contract/settings/index.ts';
import { useRequest } from '../api/use-request.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { SkinPreview } from './skin-preview.tsx';
import { SkinUpload } from './skin-upload.tsx';

/** All skins, with search and upload. */
export function SkinsPage() {
  const { skins } = words;
  const request = useRequest<{ skins: string[] }>(linkTo('/v1/skins'));
  const [search, setSearch] = useState('');
  const names = request.state === 'loaded' ? request.value.skins : [];
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
      <SkinUpload onUploaded={request.reload} />
      {request.state === 'failed' && <ErrorNotice error={request.error} onRetry={request.reload} />}
      {request.state === 'loaded' && found.length === 0 && <p class="muted">{skins.none}</p>}
      <ul class="cards" aria-busy={request.state === 'loading'}>
        {request.state === 'loading' && (
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
                <span class="muted">{skins.builtIn}</span>
              ) : (
                <a href={linkTo(`/v1/artifacts/skins/${encodeURIComponent(name)}.osk`)} download>
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
