import type { Style } from '../../../contract/settings/index.ts';
import { words } from '../../words/index.ts';
import { labelOf, valueText } from './setting-words.ts';
import { resetTo, type StyleName, valueIn } from './styles.ts';

interface StyleChangesProps {
  readonly style: Style;
  readonly current: Style;
  /** The names of the settings that differ. */
  readonly changes: readonly StyleName[];
  readonly onChange: (settings: Style) => void;
}

/** What differs from the selected style, each with a button that resets it. */
export function StyleChanges({ style, current, changes, onChange }: StyleChangesProps) {
  const { options: texts } = words;
  return (
    <div class="style-changes">
      <ul class="row" aria-label={texts.changes}>
        {changes.map((name) => {
          const text = `${labelOf(name)}: ${valueText(name, valueIn(current, name))}`;
          return (
            <li key={name}>
              <button
                type="button"
                class="change"
                aria-label={texts.resetChange(text)}
                onClick={() => onChange(resetTo(style, current, name))}
              >
                {text} <span aria-hidden="true">✕</span>
              </button>
            </li>
          );
        })}
      </ul>
      {changes.length > 1 && (
        <button type="button" class="change" onClick={() => onChange(style)}>
          {texts.resetAll}
        </button>
      )}
    </div>
  );
}
