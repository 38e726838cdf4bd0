import {
  type Setting,
  type SettingName,
  type SubmittedSettings,
  settingsTable,
} from '../../contract/settings/index.ts';
import { words } from '../words/index.ts';
import { type SettingGroup, settingGroups } from './setting-groups.ts';

type Settings = SubmittedSettings['settings'];

type Choices = Readonly<Partial<Record<SettingName, readonly (string | number)[]>>>;

export interface SettingFieldsProps {
  readonly settings: Settings;
  /** The choices of settings that the service limits. */
  readonly choices: Choices;
  readonly onChange: (settings: Settings) => void;
}

/** The settings that are sent in the form field `settings`, one control for each row of the table. */
export function SettingFields({ settings, choices, onChange }: SettingFieldsProps) {
  const { options: texts } = words;
  const set = (name: SettingName, value: unknown) => {
    const { [name]: _, ...others } = settings;
    // A default is not sent or stored, so it follows later changes of the table.
    const isDefault = value === settingsTable.settings[name].default;
    onChange(isDefault ? others : ({ ...others, [name]: value } as Settings));
  };
  return (
    <details class="more-settings">
      <summary>{texts.more}</summary>
      {(Object.keys(settingGroups) as SettingGroup[])
        .filter((group) => settingGroups[group].length > 0)
        .map((group) => (
          <details key={group} class="setting-group">
            <summary>{texts.settingGroups[group]}</summary>
            {settingGroups[group].map((name) => (
              <SettingField
                key={name}
                name={name}
                value={settings[name]}
                choices={choices[name]}
                onChange={(value) => set(name, value)}
              />
            ))}
          </details>
        ))}
    </details>
  );
}

interface FieldProps {
  readonly name: SettingName;
  readonly value: unknown;
  readonly choices: Choices[SettingName];
  readonly onChange: (value: unknown) => void;
}

function SettingField({ name, value, choices, onChange }: FieldProps) {
  const setting: Setting = settingsTable.settings[name];
  const label = words.settings[name] ?? name.replaceAll('_', ' ');
  const help = words.settingHelp[name];
  const shown = value ?? setting.default;
  if (setting.kind === 'flag') {
    return (
      <label class="switch" title={help}>
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
      <label class="field" title={help}>
        {label}
        <select
          value={shown === null ? '' : String(shown)}
          onChange={({ currentTarget }) =>
            onChange(setting.choices.find((choice) => String(choice) === currentTarget.value) ?? null)
          }
        >
          {setting.default === null && <option value="">{words.options.notSet}</option>}
          {(choices ?? setting.choices).map((choice) => (
            <option key={choice} value={String(choice)}>
              {choiceLabel(choice)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label class="field" title={help}>
      {label}
      <input
        type="number"
        min={setting.min}
        max={setting.max}
        step="any"
        value={shown === null ? '' : String(shown)}
        placeholder={words.options.notSet}
        onChange={({ currentTarget }) => {
          const number = currentTarget.valueAsNumber;
          onChange(Number.isNaN(number) ? setting.default : Math.min(setting.max, Math.max(setting.min, number)));
        }}
      />
    </label>
  );
}

/** The text of a choice; numbers have none. */
export function choiceLabel(choice: string | number): string {
  const labels: Readonly<Partial<Record<string, string>>> = words.options.choiceLabels;
  return labels[choice] ?? String(choice);
}
