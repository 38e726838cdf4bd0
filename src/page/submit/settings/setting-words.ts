import { words } from '../../words/index.ts';
import { settingUnits } from './setting-units.ts';
import type { StyleName, StyleValue } from './styles.ts';

/** The name of a form field or setting on the page. */
export function labelOf(name: StyleName): string {
  const { fields } = words.options;
  if (name in fields) return fields[name as keyof typeof fields][0] ?? name;
  return words.settings[name as keyof typeof words.settings];
}

/** A sentence about a form field or setting. */
export function helpOf(name: StyleName): string {
  const { fields } = words.options;
  if (name in fields) return fields[name as keyof typeof fields][1] ?? '';
  return words.settingHelp[name as keyof typeof words.settingHelp];
}

/** The text of a value, with its unit. */
export function valueText(name: StyleName, value: StyleValue): string {
  const { options } = words;
  if (typeof value === 'boolean') return value ? options.on : options.off;
  if (value === null) return textWithout(name);
  if (name === 'fps') return `${value} FPS`;
  if (typeof value === 'number') return settingUnits[name as keyof typeof settingUnits].format(value);
  const labels: Readonly<Partial<Record<string, string>>> = options.choiceLabels;
  return labels[value] ?? value;
}

/** What a setting does without a value. */
function textWithout(name: StyleName): string {
  const { noLimit, notSet, off } = words.options;
  if (name === 'target_size_mb') return noLimit;
  return name in settingUnits ? notSet : off;
}
