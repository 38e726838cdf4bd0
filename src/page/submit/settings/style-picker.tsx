import cinemaUrl from 'build-output/demo-pictures/assets/demo-pictures/cinema.webp?url';
import plainUrl from 'build-output/demo-pictures/assets/demo-pictures/plain.webp?url';
import standardUrl from 'build-output/demo-pictures/assets/demo-pictures/standard.webp?url';
import { builtInStyles, type Style } from '../../../contract/settings/index.ts';
import { useStoredPreference } from '../../stored-preference.ts';
import { words } from '../../words/index.ts';
import { wholeReplay, withClip } from '../clip.ts';
import { StyleChanges } from './style-changes.tsx';
import { differences, isSavedStyles, maxSavedStyles, type SavedStyles } from './styles.ts';
import { reduceToLimits, type VideoLimits } from './video-limits.ts';

interface StylePickerProps {
  readonly current: Style;
  readonly limits: VideoLimits;
  readonly onSelect: (style: Style) => void;
}

type BuiltInName = keyof typeof builtInStyles;
const pictures: Readonly<Record<BuiltInName, string>> = { standard: standardUrl, cinema: cinemaUrl, plain: plainUrl };
const builtInNames = Object.keys(pictures) as BuiltInName[];

/** Selects a built-in or saved style, shows what differs from it, and saves the current settings as a new one. */
export function StylePicker({ current, limits, onSelect }: StylePickerProps) {
  const { options: texts } = words;
  // The keys in the storage of the browser are those of earlier versions, so that saved styles stay.
  const [saved, setSaved] = useStoredPreference<SavedStyles>('presets', {}, isSavedStyles);
  const { name, style, all, usable, setSelected } = useSelectedStyle(saved, limits);
  const changes = differences(style, current);

  function select(next: string): void {
    setSelected(next);
    onSelect(usable(all[next] ?? builtInStyles.standard));
  }

  return (
    <>
      <fieldset class="styles">
        <legend>{texts.style}</legend>
        {builtInNames.map((builtIn) => (
          <button
            key={builtIn}
            type="button"
            class="style-card"
            aria-pressed={builtIn === name}
            onClick={() => select(builtIn)}
          >
            <img src={pictures[builtIn]} alt="" width={320} height={180} />
            {texts.styles[builtIn]}
          </button>
        ))}
        {Object.keys(saved).map((savedName) => (
          <span key={savedName} class="saved-style">
            <button type="button" aria-pressed={savedName === name} onClick={() => select(savedName)}>
              {savedName}
            </button>
            <button
              type="button"
              class="small"
              aria-label={texts.deleteStyle(savedName)}
              onClick={() => {
                const { [savedName]: _, ...others } = saved;
                setSaved(others);
              }}
            >
              ✕
            </button>
          </span>
        ))}
      </fieldset>
      {changes.length > 0 && (
        <>
          <StyleChanges style={style} current={current} changes={changes} onChange={onSelect} />
          {Object.keys(saved).length < maxSavedStyles && (
            <NewStyle
              onSave={(newName) => {
                setSaved({ ...saved, [newName]: current });
                setSelected(newName);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

function useSelectedStyle(saved: SavedStyles, limits: VideoLimits) {
  const [selected, setSelected] = useStoredPreference('style', 'standard', isName);
  const all: SavedStyles = { ...saved, ...builtInStyles };
  const name = selected in all ? selected : 'standard';
  const usable = (style: Style) => reduceToLimits(withClip(style, wholeReplay), limits);
  return { name, style: usable(all[name] ?? builtInStyles.standard), all, usable, setSelected };
}

/**
 * What the current settings are compared with: the selected style, or the standard style if nothing differs from the
 * selected one. Null if all are the same.
 */
export function useStyleToCompare(current: Style, limits: VideoLimits): Style | null {
  const [saved] = useStoredPreference<SavedStyles>('presets', {}, isSavedStyles);
  const { style, usable } = useSelectedStyle(saved, limits);
  return [style, usable(builtInStyles.standard)].find((other) => differences(other, current).length > 0) ?? null;
}

function NewStyle({ onSave }: { onSave: (name: string) => void }) {
  const { options: texts } = words;
  return (
    <form
      class="row new-style"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name')).trim();
        if (name !== '' && !(name in builtInStyles)) onSave(name);
      }}
    >
      <input type="text" name="name" maxLength={30} placeholder={texts.styleName} aria-label={texts.styleName} />
      <button type="submit">{texts.saveStyle}</button>
    </form>
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string';
}
