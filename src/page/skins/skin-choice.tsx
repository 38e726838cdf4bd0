import { useId, useState } from 'preact/hooks';
import { useAnswer } from '../service/use-answer.ts';
import { words } from '../words/index.ts';
import { SkinPreview } from './skin-preview.tsx';

/** So many are seen at a glance; beyond that a name is quicker. */
const searchedFrom = 7;

/** One of the skins there are, by what they look like. */
export function SkinChoice({ skin, onChange }: { skin: string; onChange: (skin: string) => void }) {
  const { choices, skins } = words;
  const group = useId();
  const [search, setSearch] = useState('');
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const known = answer.state === 'there' ? answer.value.skins : [];
  const names = known.includes(skin) ? known : [skin, ...known];
  const found = names.filter((name) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <fieldset class="skin-choice">
      <legend>{choices.skin}</legend>
      {names.length >= searchedFrom && (
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
        {found.length === 0 && <p class="quiet">{skins.none}</p>}
      </div>
    </fieldset>
  );
}
