import { isValueOf, type Setting, type SettingValue } from './setting.ts';

const flagWords = new Map([
  ...['true', '1', 'yes', 'on', 't', 'y'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off', 'f', 'n'].map((word) => [word, false] as const),
]);

/** The boolean that a word in any case stands for; null for every other text. */
export function parseFlag(text: string): boolean | null {
  return flagWords.get(text.toLowerCase()) ?? null;
}

/** A decimal number, with or without an exponent; null for every other text. */
export function parseNumber(text: string): number | null {
  if (text.length > 32 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return null;
  // Adding 0 turns -0, which JSON cannot express, into 0.
  return Number(text) + 0;
}

/** A number up to 1 as it is, a larger one as a percentage. */
export function fractionOf(number: number): number {
  return number > 1 ? number / 100 : number;
}

/** A fraction up to 1, or above it a percentage, with or without the sign; of small percentages, only the sign tells. */
function parseFraction(text: string): number | null {
  if (!text.endsWith('%')) return parseNumber(text);
  const percentage = parseNumber(text.slice(0, -1));
  return percentage !== null && percentage <= 1 ? percentage / 100 : percentage;
}

/** A text as a value of the setting's type; its range is not checked. Null if the text is no such value. */
export function convertText(setting: Setting, text: string): SettingValue {
  if (setting.kind === 'flag') return parseFlag(text);
  if (setting.kind === 'number') return setting.acceptsPercent ? parseFraction(text) : parseNumber(text);
  if (setting.kind === 'choice') return setting.choices.find((choice) => String(choice) === text) ?? null;
  return text;
}

/** The value of a setting that is given as text; null if the text is not valid. */
export function parseValue(setting: Setting, text: string): SettingValue {
  const converted = convertText(setting, text);
  const isPercent = setting.kind === 'number' && setting.acceptsPercent && typeof converted === 'number';
  const value = isPercent ? fractionOf(converted) : converted;
  return isValueOf(setting, value) ? value : null;
}
