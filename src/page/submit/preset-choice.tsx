import { useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';
import { isSamePreset, isSavedPresets, maxSavedPresets, type Preset, presets, type SavedPresets } from './options.ts';

/** Bundles of choices: ours, and those that were given a name on this device. */
export function PresetChoice({ current, onChoose }: { current: Preset; onChoose: (preset: Preset) => void }) {
  const { choices } = words;
  const [own, setOwn] = useStoredPreference<SavedPresets>('presets', {}, isSavedPresets);
  const all = [...Object.values(presets), ...Object.values(own)];
  const isNew = !all.some((preset) => isSamePreset(preset, current));
  return (
    <fieldset class="row presets">
      <legend>{choices.preset}</legend>
      {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isSamePreset(presets[name], current)}
          onClick={() => onChoose(presets[name])}
        >
          {choices.presets[name]}
        </button>
      ))}
      {Object.entries(own).map(([name, preset]) => (
        <span key={name} class="own-preset">
          <button type="button" aria-pressed={isSamePreset(preset, current)} onClick={() => onChoose(preset)}>
            {name}
          </button>
          <button
            type="button"
            class="small"
            aria-label={choices.forget(name)}
            onClick={() => {
              const { [name]: _, ...others } = own;
              setOwn(others);
            }}
          >
            ✕
          </button>
        </span>
      ))}
      {isNew && Object.keys(own).length < maxSavedPresets && (
        <NewPreset onNamed={(name) => setOwn({ ...own, [name]: current })} />
      )}
    </fieldset>
  );
}

function NewPreset({ onNamed }: { onNamed: (name: string) => void }) {
  const { choices } = words;
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name')).trim();
        if (name !== '') onNamed(name);
      }}
    >
      <input type="text" name="name" maxLength={30} placeholder={choices.presetName} aria-label={choices.presetName} />
      <button type="submit">{choices.remember}</button>
    </form>
  );
}
