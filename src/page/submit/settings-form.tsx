import { type SubmittedSettings, settingsTable } from '../../contract/settings/index.ts';
import { SkinPicker } from '../skins/skin-picker.tsx';
import { words } from '../words/index.ts';
import { SettingFields } from './setting-fields.tsx';
import { flagGroups } from './setting-groups.ts';
import { StylePicker } from './style-picker.tsx';
import { choicesWithin, type VideoLimits } from './video-limits.ts';

type Settings = SubmittedSettings['settings'];

export interface SettingsFormProps {
  readonly options: SubmittedSettings;
  readonly limits: VideoLimits;
  readonly onChange: (options: SubmittedSettings) => void;
}

/** The form with all settings of the video. */
export function SettingsForm({ options, limits, onChange }: SettingsFormProps) {
  const { options: texts } = words;
  const { skin, ...style } = options;
  const choices = choicesWithin(limits);
  const set = (change: Partial<SubmittedSettings>) => onChange({ ...options, ...change });
  return (
    <section class="card video-settings" aria-labelledby="settings-title">
      <h2 id="settings-title">{texts.title}</h2>
      <StylePicker current={style} limits={limits} onSelect={(selected) => onChange({ ...selected, skin })} />
      <SkinPicker skin={skin} onChange={(selected) => set({ skin: selected })} />
      <label class="field">
        {texts.resolution}
        <select
          value={options.settings.resolution ?? options.resolution}
          onChange={({ currentTarget }) => set(resolutionChange(currentTarget.value, options.settings))}
        >
          {choices.resolution.map((name) => (
            <option key={name} value={name}>
              {texts.resolutions[name]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {texts.dim(Math.round(options.bg_dim * 100))}
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
          <legend>{texts.groups[group]}</legend>
          {flagGroups[group].map((flag) => (
            <label key={flag} class="switch">
              <input
                type="checkbox"
                checked={options[flag]}
                onChange={({ currentTarget }) => set({ [flag]: currentTarget.checked })}
              />
              {texts.flags[flag]}
            </label>
          ))}
        </fieldset>
      ))}
      <SettingFields settings={options.settings} choices={choices} onChange={(settings) => set({ settings })} />
    </section>
  );
}

/** The form field offers only two sizes; the others are sent as a setting. */
function resolutionChange(name: string, { resolution: _, ...others }: Settings): Partial<SubmittedSettings> {
  const { fields, settings } = settingsTable;
  const inField = fields.resolution.choices.find((choice) => choice === name);
  if (inField !== undefined) return { resolution: inField, settings: others };
  const inSettings = settings.resolution.choices.find((choice) => choice === name);
  return { settings: inSettings === undefined ? others : { ...others, resolution: inSettings } };
}
