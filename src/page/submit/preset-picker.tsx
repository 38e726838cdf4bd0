import { useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';
import { isSamePreset, isSavedPresets, maxSavedPresets, type Preset, presets, type SavedPresets } from './presets.ts';
import { reduceToLimits, type VideoLimits } from './video-limits.ts';

export interface PresetPickerProps {
  readonly current: Preset;
  readonly limits: VideoLimits;
  readonly onSelect: (preset: Preset) => void;
}

/** Selects a built-in or saved preset, and saves the current settings as a new one. */
export function PresetPicker({ current, limits, onSelect }: PresetPickerProps) {
  const { options: texts } = words;
  const [saved, setSaved] = useStoredPreference<SavedPresets>('presets', {}, isSavedPresets);
  const all = [...Object.values(presets), ...Object.values(saved)];
  const isSelected = (preset: Preset) => isSamePreset(reduceToLimits(preset, limits), current);
  const isNew = !all.some(isSelected);
  return (
    <fieldset class="row presets">
      <legend>{texts.preset}</legend>
      {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isSelected(presets[name])}
          onClick={() => onSelect(presets[name])}
        >
          {texts.presets[name]}
        </button>
      ))}
      {Object.entries(saved).map(([name, preset]) => (
        <span key={name} class="saved-preset">
          <button type="button" aria-pressed={isSelected(preset)} onClick={() => onSelect(preset)}>
            {name}
          </button>
          <button
            type="button"
            class="small"
            aria-label={texts.deletePreset(name)}
            onClick={() => {
              const { [name]: _, ...others } = saved;
              setSaved(others);
            }}
          >
            ✕
          </button>
        </span>
      ))}
      {isNew && Object.keys(saved).length < maxSavedPresets && (
        <NewPreset onSave={(name) => setSaved({ ...saved, [name]: current })} />
      )}
    </fieldset>
  );
}

function NewPreset({ onSave }: { onSave: (name: string) => void }) {
  const { options: texts } = words;
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name')).trim();
        if (name !== '') onSave(name);
      }}
    >
      <input type="text" name="name" maxLength={30} placeholder={texts.presetName} aria-label={texts.presetName} />
      <button type="submit">{texts.savePreset}</button>
    </form>
  );
}
