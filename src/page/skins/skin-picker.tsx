import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { pickFiles } from '../pick-files.ts';
import { words } from '../words/index.ts';
import { useSkinList } from './skin-list.ts';
import { SkinPreview } from './skin-preview.tsx';
import { SkinSearch } from './skin-search.tsx';
import { useSkinUploads } from './skin-uploads.ts';

/** Fewer skins are found at a glance, without a search field. */
const minSkinsForSearch = 7;

/** Selects a skin by its preview picture, or adds one, which is then selected. */
export function SkinPicker({ skin, onChange }: { skin: string; onChange: (skin: string) => void }) {
  const { options, skins } = words;
  const group = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const request = useSkinList();
  const uploads = useSkinUploads();
  const stored = request.state === 'loaded' ? request.value.skins : [];
  const names = stored.includes(skin) ? stored : [skin, ...stored];
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  useEffect(() => showSelected(list.current), [skin, names.length]);
  return (
    <fieldset class="skin-picker">
      <legend>{options.skin}</legend>
      {names.length >= minSkinsForSearch && <SkinSearch search={search} onSearch={setSearch} />}
      <div class="skin-options" ref={list}>
        <button
          type="button"
          class="add-skin"
          onClick={() => pickFiles({ accept: '.osk', multiple: true }, (files) => uploads.add(files, onChange))}
        >
          <span aria-hidden="true">+</span>
          {skins.add}
        </button>
        {found.map((name) => (
          <label key={name}>
            <input type="radio" name={group} checked={name === skin} onChange={() => onChange(name)} />
            <SkinPreview name={name} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {found.length === 0 && <p class="muted">{skins.none}</p>}
    </fieldset>
  );
}

/** Scrolls the list, but not the page, to the selected skin. */
function showSelected(list: HTMLElement | null): void {
  const selected = list?.querySelector(':checked')?.parentElement;
  if (!list || !selected) return;
  const [top, bottom] = [selected.offsetTop, selected.offsetTop + selected.offsetHeight];
  const isVisible = top >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight;
  if (!isVisible) list.scrollTop = top - (list.clientHeight - selected.offsetHeight) / 2;
}
