import { type ChosenSettings, type Setting, type SettingName, settingsTable } from '../../contract/plain/index.ts';
import { words } from '../words/index.ts';
import { type SettingGroup, settingGroups } from './setting-groups.ts';

/** Everything beyond the common choices, made from the table of settings. */
export function SettingFields({
  settings,
  onChange,
}: {
  settings: ChosenSettings;
  onChange: (settings: ChosenSettings) => void;
}) {
  const { choices } = words;
  const changed = Object.keys(settings).length;
  const set = (name: SettingName, value: unknown) => {
    const { [name]: _, ...others } = settings;
    // What is as the table says need not be sent, and stays so when the table changes.
    onChange(value === settingsTable[name].default ? others : ({ ...others, [name]: value } as ChosenSettings));
  };
  return (
    <details class="more-settings">
      <summary>
        {choices.more}
        {changed > 0 && <span class="count">{choices.changed(changed)}</span>}
      </summary>
      {(Object.keys(settingGroups) as SettingGroup[])
        .filter((group) => settingGroups[group].length > 0)
        .map((group) => (
          <details key={group} class="setting-group">
            <summary>{choices.settingGroups[group]}</summary>
            {settingGroups[group].map((name) => (
              <SettingField key={name} name={name} value={settings[name]} onChange={(value) => set(name, value)} />
            ))}
          </details>
        ))}
    </details>
  );
}

interface FieldProps {
  readonly name: SettingName;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function SettingField({ name, value, onChange }: FieldProps) {
  const setting: Setting = settingsTable[name];
  const label = words.settings[name] ?? name.replaceAll('_', ' ');
  const shown = value ?? setting.default;
  if (setting.kind === 'flag') {
    return (
      <label class="switch" title={setting.description}>
        <input
          type="checkbox"
          checked={shown === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
    );
  }
  if (setting.kind === 'choice') {
    return (
      <label class="field" title={setting.description}>
        {label}
        <select
          value={shown === null ? '' : String(shown)}
          onChange={({ currentTarget }) =>
            onChange(setting.of.find((known) => String(known) === currentTarget.value) ?? null)
          }
        >
          {setting.default === null && <option value="">{words.choices.unset}</option>}
          {setting.of.map((known) => (
            <option key={known} value={String(known)}>
              {String(known)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label class="field" title={setting.description}>
      {label}
      <input
        type="number"
        min={setting.min}
        max={setting.max}
        step="any"
        value={shown === null ? '' : String(shown)}
        placeholder={words.choices.unset}
        onChange={({ currentTarget }) => {
          const number = currentTarget.valueAsNumber;
          onChange(Number.isNaN(number) ? setting.default : Math.min(setting.max, Math.max(setting.min, number)));
        }}
      />
    </label>
  );
}
