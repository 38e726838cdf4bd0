import type { ComponentChildren } from 'preact';
import { type Setting, settingsTable } from '../../../contract/settings/index.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { words } from '../../words/index.ts';
import { type NumberName, settingUnits } from './setting-units.ts';
import { helpOf, labelOf, valueText } from './setting-words.ts';
import type { StyleName, StyleValue } from './styles.ts';

interface SettingRowProps {
  readonly name: StyleName;
  readonly value: StyleValue;
  /** The choices that the service allows, if it limits them. */
  readonly choices?: readonly (string | number)[] | undefined;
  readonly onChange: (value: StyleValue) => void;
}

/** A setting with its control and its help, which is always visible: touch screens have no tooltips. */
export function SettingRow(row: SettingRowProps) {
  const setting = rowOf(row.name);
  if (setting.kind === 'flag') return <FlagRow {...row} />;
  if (setting.kind === 'choice') return <ChoiceRow {...row} setting={setting} />;
  if (setting.kind !== 'number') return null;
  const number = { ...row, name: row.name as NumberName, setting };
  return settingUnits[number.name].typedUnit === undefined ? <NumberRow {...number} /> : <TypedNumberRow {...number} />;
}

/** The table has two rows for the resolution; the one of the settings offers all sizes. */
function rowOf(name: StyleName): Setting {
  return { ...settingsTable.fields, ...settingsTable.settings }[name];
}

const helpId = (name: StyleName) => `help-${name}`;

function Row({ name, children }: { name: StyleName; children: ComponentChildren }) {
  return (
    <div class="setting">
      {children}
      <p id={helpId(name)} class="setting-help">
        {helpOf(name)}
      </p>
    </div>
  );
}

function FlagRow({ name, value, onChange }: SettingRowProps) {
  return (
    <Row name={name}>
      <label class="switch">
        <input
          type="checkbox"
          checked={value === true}
          aria-describedby={helpId(name)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {labelOf(name)}
      </label>
    </Row>
  );
}

type Of<Kind extends Setting['kind']> = Extract<Setting, { readonly kind: Kind }>;

function ChoiceRow({ name, value, choices, setting, onChange }: SettingRowProps & { setting: Of<'choice'> }) {
  // The resolution always has a value: that of the form field.
  const isOptional = setting.default === null && name !== 'resolution';
  return (
    <Row name={name}>
      <label class="field">
        {labelOf(name)}
        <select
          value={value === null ? '' : String(value)}
          aria-describedby={helpId(name)}
          onChange={({ currentTarget }) =>
            onChange(setting.choices.find((choice) => String(choice) === currentTarget.value) ?? null)
          }
        >
          {isOptional && <option value="">{valueText(name, null)}</option>}
          {(choices ?? setting.choices).map((choice) => (
            <option key={choice} value={String(choice)}>
              {valueText(name, choice)}
            </option>
          ))}
        </select>
      </label>
    </Row>
  );
}

type NumberRowProps = SettingRowProps & { readonly name: NumberName; readonly setting: Of<'number'> };

/** A slider moves in whole steps, so that its ends are the bounds of the setting. */
function NumberRow({ name, value, setting, onChange }: NumberRowProps) {
  const { step } = settingUnits[name];
  const stepsOf = (number: number) => Math.round(number / step);
  const text = valueText(name, value);
  return (
    <Row name={name}>
      <label class="field slider">
        <span>{labelOf(name)}</span>
        <span class="value">{text}</span>
        <input
          type="range"
          min={stepsOf(setting.min)}
          max={stepsOf(setting.max)}
          value={stepsOf(Number(value ?? setting.max))}
          aria-valuetext={text}
          aria-describedby={helpId(name)}
          onInput={({ currentTarget }) =>
            onChange(Math.min(setting.max, Math.max(setting.min, roundToStep(currentTarget.valueAsNumber, step))))
          }
        />
      </label>
    </Row>
  );
}

/** A field for a number, which may stay empty. An invalid number is not sent: the browser says what is wrong with it. */
function TypedNumberRow({ name, value, setting, onChange }: NumberRowProps) {
  const { step, typedUnit } = settingUnits[name];
  const { draft, onInput } = useDraft(value === null ? '' : String(value));
  return (
    <Row name={name}>
      <label class="field">
        {labelOf(name)}
        <span class="row">
          <input
            type="number"
            min={setting.min}
            max={setting.max}
            step={step}
            inputMode="numeric"
            placeholder={words.options.noLimit}
            value={draft}
            onInput={onInput}
            aria-describedby={helpId(name)}
            onChange={({ currentTarget }) => {
              if (currentTarget.reportValidity())
                onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber);
            }}
          />
          {typedUnit}
        </span>
      </label>
    </Row>
  );
}

/** Without the rest that a multiplication of fractions leaves, such as 0.15000000000000002. */
function roundToStep(steps: number, step: number): number {
  return Number((steps * step).toFixed(2));
}
