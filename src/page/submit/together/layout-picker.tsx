import { type LayoutSettings, settingsTable } from '../../../contract/settings/index.ts';
import { maxReplaysOf } from '../../../game/together/index.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { words } from '../../words/index.ts';
import { type Layout, LayoutPicture } from './layout-picture.tsx';

interface LayoutPickerProps {
  /** The number of replays of each map that has several. */
  readonly counts: readonly number[];
  readonly settings: LayoutSettings;
  readonly onChange: (settings: LayoutSettings) => void;
}

const { layout: layoutRow, order_by, knockout_lives, knockout_counts, knockout_min_time } = settingsTable.layout;
const layouts: readonly Layout[] = [layoutRow.default, ...layoutRow.choices];

/** Offers one video of each replay, or one video of all replays of a map. */
export function LayoutPicker({ counts, settings, onChange }: LayoutPickerProps) {
  const { together } = words;
  const replays = counts.reduce((sum, count) => sum + count, 0);
  return (
    <fieldset class="layout-picker">
      <legend>{together.title(replays, counts.length)}</legend>
      <div class="layouts">
        {layouts.map((layout) => {
          const [name, about] = together.layouts[layout ?? 'each'];
          return (
            <label key={layout} class="layout">
              <input
                type="radio"
                name="layout"
                checked={settings.layout === layout}
                disabled={layout !== null && Math.max(...counts) > maxReplaysOf(layout)}
                onChange={() => onChange({ ...settings, layout })}
              />
              <LayoutPicture layout={layout} />
              <strong>{name}</strong>
              <span class="muted">{about}</span>
            </label>
          );
        })}
      </div>
      {(settings.layout === 'ghosts' || settings.layout === 'knockout') && (
        <div class="row layout-options">
          <Choice
            label={together.orderBy}
            choices={order_by.choices}
            value={settings.order_by}
            textOf={(by) => words.stats[by]}
            onChange={(value) => onChange({ ...settings, order_by: value })}
          />
          {settings.layout === 'knockout' && <KnockoutOptions settings={settings} onChange={onChange} />}
        </div>
      )}
    </fieldset>
  );
}

function KnockoutOptions({ settings, onChange }: Omit<LayoutPickerProps, 'counts'>) {
  const { together } = words;
  const { draft, onInput } = useDraft(String(settings.knockout_min_time));
  return (
    <>
      <Choice
        label={together.counts}
        choices={knockout_counts.choices}
        value={settings.knockout_counts}
        textOf={(counts) => together.countsChoices[counts]}
        onChange={(value) => onChange({ ...settings, knockout_counts: value })}
      />
      <Choice
        label={together.lives}
        choices={knockout_lives.choices}
        value={settings.knockout_lives}
        textOf={String}
        onChange={(value) => onChange({ ...settings, knockout_lives: value })}
      />
      <label class="field">
        {together.minTime}
        <span class="row">
          <input
            type="number"
            min={knockout_min_time.min}
            max={knockout_min_time.max}
            required
            inputMode="numeric"
            value={draft}
            onInput={onInput}
            onChange={({ currentTarget }) => {
              if (currentTarget.reportValidity())
                onChange({ ...settings, knockout_min_time: currentTarget.valueAsNumber });
            }}
          />
          {together.seconds}
        </span>
      </label>
    </>
  );
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly choices: readonly Value[];
  readonly value: Value;
  readonly textOf: (value: Value) => string;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string | number>({ label, choices, value, textOf, onChange }: ChoiceProps<Value>) {
  return (
    <label class="field">
      {label}
      <select
        value={String(value)}
        onChange={({ currentTarget }) =>
          onChange(choices.find((choice) => String(choice) === currentTarget.value) ?? value)
        }
      >
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {textOf(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
