import { type ChosenSettings, resolutions, settingsTable } from '../../contract/plain/index.ts';
import { SkinChoice } from '../skins/skin-choice.tsx';
import { words } from '../words/index.ts';
import { flagGroups, type Options } from './options.ts';
import { PresetChoice } from './preset-choice.tsx';
import { SettingFields } from './setting-fields.tsx';

/** Everything a person may choose about the video. */
export function OptionsForm({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const { choices } = words;
  const { skin, ...preset } = options;
  const set = (change: Partial<Options>) => onChange({ ...options, ...change });
  return (
    <section class="card options" aria-labelledby="options-title">
      <h2 id="options-title">{choices.title}</h2>
      <PresetChoice current={preset} onChoose={(chosen) => onChange({ ...chosen, skin })} />
      <SkinChoice skin={skin} onChange={(chosen) => set({ skin: chosen })} />
      <label class="field">
        {choices.resolution}
        <select
          value={options.settings.resolution ?? options.resolution}
          onChange={({ currentTarget }) => set(sizeOf(currentTarget.value, options.settings))}
        >
          {settingsTable.resolution.of.map((name) => (
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
      <SettingFields settings={options.settings} onChange={(settings) => set({ settings })} />
    </section>
  );
}

/** The two large sizes have a field of their own, the others are settings. */
function sizeOf(name: string, settings: ChosenSettings): Partial<Options> {
  const { resolution: _, ...others } = settings;
  const large = resolutions.find((known) => known === name);
  if (large !== undefined) return { resolution: large, settings: others };
  const small = settingsTable.resolution.of.find((known) => known === name);
  return { settings: small === undefined ? others : { ...others, resolution: small } };
}
