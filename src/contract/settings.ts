import { z } from 'zod';
import type { Setting } from './plain/setting.ts';
import { type ChosenSettings, checkSettings, settingsTable } from './plain/settings.ts';

/** The table as a schema, for those who read documentation or check what we answer. */
export const chosenSettings = z.strictObject(
  Object.fromEntries(Object.entries<Setting>(settingsTable).map(([name, setting]) => [name, schemaOf(setting)])),
) as unknown as z.ZodType<ChosenSettings>;

function schemaOf(setting: Setting): z.ZodType {
  const schema = valueSchemaOf(setting);
  return (setting.default === null ? schema.nullable() : schema)
    .optional()
    .meta({ description: setting.description, default: setting.default });
}

function valueSchemaOf(setting: Setting): z.ZodType {
  if (setting.kind === 'flag') return z.boolean();
  if (setting.kind === 'number') return z.number().min(setting.min).max(setting.max);
  return z.literal(setting.of);
}

/** The settings a text in JSON asks for, or what is wrong with it, as fields below `settings`. */
export function readSettings(
  text: string,
): { settings: ChosenSettings } | { errors: { readonly field: string; readonly message: string }[] } {
  const asked = parsed(text);
  if (asked === null) return { errors: [{ field: 'settings', message: 'Must be a JSON object of settings.' }] };
  const checked = checkSettings(asked);
  if ('settings' in checked) return checked;
  return { errors: checked.errors.map(({ name, message }) => ({ field: `settings.${name}`, message })) };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
