import { useState } from 'preact/hooks';
import type { SkinDetails } from '../../contract/index.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';
import { linkTo } from '../link-to.ts';
import { pickFiles } from '../pick-files.ts';
import { words } from '../words/index.ts';
import { formatVersion } from '../words/numbers.ts';
import { makeVideoWithSkin, useChosenSkin } from './chosen-skin.ts';
import { RemoveSkin } from './remove-skin.tsx';
import { useSkinList } from './skin-list.ts';
import { SkinPreview } from './skin-preview.tsx';
import { SkinSearch } from './skin-search.tsx';
import { useSkinUploads } from './skin-uploads.ts';

/** All skins, with search and upload. */
export function SkinsPage() {
  const { skins } = words;
  usePageTitle(skins.title);
  const request = useSkinList();
  const uploads = useSkinUploads();
  const chosen = useChosenSkin();
  const [search, setSearch] = useState('');
  const all = request.state === 'loaded' ? request.value.details : [];
  const found = all.filter((skin) => matches(skin, search));
  return (
    <>
      <div class="row page-tools">
        <h1>{skins.title}</h1>
        <SkinSearch search={search} onSearch={setSearch} />
        <button
          type="button"
          class="primary"
          onClick={() => pickFiles({ accept: '.osk', multiple: true }, (files) => uploads.add(files))}
        >
          {skins.addFiles}
        </button>
      </div>
      <p class="muted">{skins.about}</p>
      {request.state === 'failed' && <ErrorNotice error={request.error} onRetry={request.reload} />}
      {request.state === 'loaded' && found.length === 0 && <p class="muted">{skins.none}</p>}
      <ul class="cards skins" aria-busy={request.state === 'loading'}>
        {request.state === 'loading' &&
          Array.from({ length: 6 }, (_, i) => (
            <li key={i} class="card media-card skin-card">
              <div class="thumbnail" />
              <div class="skeleton line half" />
            </li>
          ))}
        {found.map((skin) => (
          <SkinCard key={skin.name} skin={skin} isChosen={skin.name === chosen} />
        ))}
      </ul>
    </>
  );
}

function matches({ name, author }: SkinDetails, search: string): boolean {
  return `${name}\n${author ?? ''}`.toLowerCase().includes(search.trim().toLowerCase());
}

function SkinCard({ skin, isChosen }: { skin: SkinDetails; isChosen: boolean }) {
  const { skins } = words;
  const { name, author, version, owner } = skin;
  const facts = [author && skins.by(author), version && skins.version(formatVersion(version))].filter(Boolean);
  return (
    <li class={`card media-card skin-card ${isChosen ? 'chosen' : ''}`}>
      <div class="thumbnail">
        <SkinPreview name={name} />
      </div>
      <h2>{name}</h2>
      <p class="muted">{[...facts, skins.owners[owner]].join(' · ')}</p>
      <div class="row">
        <button type="button" aria-pressed={isChosen} onClick={() => makeVideoWithSkin(name)}>
          {isChosen ? skins.isChosen : skins.use}
        </button>
        {owner !== 'built-in' && (
          <a class="button" href={linkTo(`/v1/artifacts/skins/${encodeURIComponent(name)}.osk`)} download>
            {skins.download}
          </a>
        )}
        {owner === 'you' && <RemoveSkin name={name} />}
      </div>
    </li>
  );
}
