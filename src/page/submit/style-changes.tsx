import { words } from '../words/index.ts';
import { formatNumber } from '../words/numbers.ts';
import { choiceLabel } from './setting-fields.tsx';
import { resetTo, type Style, type StyleName, valueIn } from './styles.ts';

export interface StyleChangesProps {
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

function labelOf(name: StyleName): string {
  const { options: texts, settings } = words;
  if (name === 'bg_dim') return texts.dimName;
  if (name === 'resolution') return texts.resolution;
  if (name in texts.flags) return texts.flags[name as keyof typeof texts.flags];
  return settings[name as keyof typeof settings] ?? name.replaceAll('_', ' ');
}

function valueText(name: StyleName, value: ReturnType<typeof valueIn>): string {
  const { options: texts } = words;
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (name === 'bg_dim') return `${Math.round(Number(value) * 100)}%`;
  if (value === null) return texts.notSet;
  return typeof value === 'number' ? formatNumber(value) : choiceLabel(value);
}
