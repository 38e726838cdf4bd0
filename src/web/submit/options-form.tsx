import type { Resolution } from '../../contract/plain/index.ts';
import { resolutions } from '../../contract/plain/index.ts';
import { useAnswer } from '../service/use-answer.ts';
import { words } from '../words/index.ts';
import { flagGroups, type Options, type PresetName, presetOf, presets } from './options.ts';

/** Everything a person may choose about the video. */
export function OptionsForm({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const { choices } = words;
  const set = (change: Partial<Options>) => onChange({ ...options, ...change });
  const preset = presetOf(options);
  return (
    <section class="card options" aria-labelledby="options-title">
      <h2 id="options-title">{choices.title}</h2>
      <fieldset class="row">
        <legend>{choices.preset}</legend>
        {(Object.keys(presets) as PresetName[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={preset === name}
            onClick={() => onChange({ ...presets[name], skin: options.skin })}
          >
            {choices.presets[name]}
          </button>
        ))}
      </fieldset>
      <SkinChoice skin={options.skin} onChange={(skin) => set({ skin })} />
      <label class="field">
        {choices.resolution}
        <select
          value={options.resolution}
          onChange={({ currentTarget }) => set({ resolution: currentTarget.value as Resolution })}
        >
          {resolutions.map((name) => (
            <option key={name} value={name}>
              {choices.resolutions[name]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {choices.dim(Math.round(options.bg_dim * 100))}
        <input
          type="range"
          min={0}
          max={100}
          value={Math.round(options.bg_dim * 100)}
          onInput={({ currentTarget }) => set({ bg_dim: Number(currentTarget.value) / 100 })}
        />
      </label>
      {(Object.keys(flagGroups) as (keyof typeof flagGroups)[]).map((group) => (
        <fieldset key={group}>
          <legend>{choices.groups[group]}</legend>
          {flagGroups[group].map((flag) => (
            <label key={flag} class="switch">
              <input
                type="checkbox"
                checked={options[flag]}
                onChange={({ currentTarget }) => set({ [flag]: currentTarget.checked })}
              />
              {choices.flags[flag]}
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
}

function SkinChoice({ skin, onChange }: { skin: string; onChange: (skin: string) => void }) {
  const answer = useAnswer<{ skins: string[] }>('/v1/skins');
  const known = answer.state === 'there' ? answer.value.skins : [];
  const names = known.includes(skin) ? known : [skin, ...known];
  return (
    <label class="field">
      {words.choices.skin}
      <select value={skin} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
