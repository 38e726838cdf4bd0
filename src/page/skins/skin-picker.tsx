import { useId, useState } from 'preact/hooks';
import { useRequest } from '../api/use-request.ts';
import { linkTo } from '../link-to.ts';
import { words } from '../words/index.ts';
import { SkinPreview } from './skin-preview.tsx';

/** Fewer skins are found at a glance, without a search field. */
const minSkinsForSearch = 7;

/** Selects a skin by its preview picture. */
export function SkinPicker({ skin, onChange }: { skin: string; onChange: (skin: string) => void }) {
  const { options, skins } = words;
  const group = useId();
  const [search, setSearch] = useState('');
  const request = useRequest<{ skins: string[] }>(linkTo('/v1/skins'));
  const stored = request.state === 'loaded' ? request.value.skins : [];
  const names = stored.includes(skin) ? stored : [skin, ...stored];
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <fieldset class="skin-picker">
      <legend>{options.skin}</legend>
      {names.length >= minSkinsForSearch && (
        <input
          type="search"
          placeholder={skins.search}
          aria-label={skins.search}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <div class="skin-options">
        {found.map((name) => (
          <label key={name}>
            <input type="radio" name={group} checked={name === skin} onChange={() => onChange(name)} />
            <SkinPreview name={name} />
            <span>{name}</span>
          </label>
        ))}
        {found.length === 0 && <p class="muted">{skins.none}</p>}
      </div>
    </fieldset>
  );
}
