import { z } from 'zod';
import { invalidSetting, unknownSetting } from './settings/check-settings.ts';
import { convertText, fractionOf } from './settings/parse-value.ts';
import { expectedOf, type Setting } from './settings/setting.ts';
import {
  type FieldName,
  type SingleSettings,
  type SubmittedSettings,
  settingsTable,
} from './settings/settings-table.ts';
import { maxSkinNameLength, skinNamePattern } from './settings/skin-name.ts';

/** The schemas of all rows, with the type that the table gives their values. */
type FieldSchemas = { readonly [Name in FieldName]: z.ZodType<SubmittedSettings[Name]> };

/** The JSON object of the form field `settings`. */
export const settingsObject = objectOf<SingleSettings>(settingsTable.settings);

/** The same for several replays in one video. */
export const togetherSettings = objectOf<SubmittedSettings['settings']>({
  ...settingsTable.settings,
  ...settingsTable.layout,
});

function objectOf<T>(rows: Readonly<Record<string, Setting>>): z.ZodType<T> {
  const schemas = schemasOf(rows, (setting, name) => {
    const schema = valueSchema(setting, invalidSetting(name, setting));
    return (setting.default === null ? schema.nullable() : schema)
      .optional()
      .describe(`${setting.description} Default: ${setting.default}.`);
  });
  return z.strictObject(schemas, { error: 'Must be a JSON object of settings.' }) as unknown as z.ZodType<T>;
}

/** The settings of a submission of one replay, without a form. */
export const submittedSettings = z.object({
  ...(schemasOf(settingsTable.fields, (field) =>
    valueSchema(field, invalidField(field)).describe(field.description),
  ) as FieldSchemas),
  settings: settingsObject.describe('The settings that the client submitted in the form field `settings`.'),
});

/** The form fields with the settings of a render. This schema documents the form and validates it. */
export const settingsForm = formOf(settingsObject, { cursor_size: 1.5 });

/** The same for several replays in one video. */
export const togetherForm = formOf(togetherSettings, { layout: 'knockout', knockout_lives: 3 });

function formOf<T extends ClipSettings>(settings: z.ZodType<T>, example: object) {
  return z.object({
    ...(schemasOf(settingsTable.fields, (field) =>
      z
        .preprocess(
          fromText((text) => convertText(field, text)),
          formValueSchema(field),
        )
        .prefault(field.default)
        .describe(formDescription(field)),
    ) as FieldSchemas),
    settings: z
      .preprocess(
        // Some clients send an optional field that the user left out as an empty text.
        fromText((text) => (text === '' ? undefined : parseJson(text))),
        settings
          .refine(isPossibleClip, { path: ['clip_end'], error: 'clip_end must be greater than clip_start.' })
          .optional(),
      )
      .optional()
      .meta({
        description: 'All other settings, as one JSON object: see [all settings](/guide/settings).',
        // Without an example, the pages of the API documentation would send all settings with their defaults.
        example,
      }),
  });
}

type ClipSettings = Pick<SubmittedSettings['settings'], 'clip_start' | 'clip_end'>;

/** Whether any play can contain the clip. A job that was stored without this check stays readable. */
function isPossibleClip({ clip_start: start = null, clip_end: end = null }: ClipSettings): boolean {
  return start === null || end === null || end > start;
}

/** All texts of a form by field name, in the order in which they were sent. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Limit the size of the response to a form with many errors. */
const maxErrors = 16;
const maxNameLength = 64;

export type ParsedSettings = { settings: SubmittedSettings } | { errors: FieldError[] };

/** The settings of a form, or everything that is wrong with them. Other fields are ignored. */
export function readSubmittedSettings(form: FormTexts): ParsedSettings {
  return readForm(settingsForm, form);
}

/** The same for several replays in one video. The settings always name a layout. */
export function readTogetherSettings(form: FormTexts): ParsedSettings {
  const read = readForm(togetherForm, form);
  if ('errors' in read) return read;
  const { settings } = read.settings;
  if (settings.moments != null)
    return { errors: [{ field: 'settings.moments', message: 'A video of several replays cannot show moments.' }] };
  return { settings: { ...read.settings, settings: { ...settings, layout: settings.layout ?? defaultLayout } } };
}

/** What several replays are shown as if the client does not choose. */
export const defaultLayout = 'ghosts';

function readForm(schema: typeof settingsForm | typeof togetherForm, form: FormTexts): ParsedSettings {
  const { data, error } = schema.safeParse(Object.fromEntries(form));
  if (error) return { errors: error.issues.flatMap(fieldErrorsOf).slice(0, maxErrors) };
  return { settings: { ...data, settings: data.settings ?? {} } };
}

function fieldErrorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field, message: issue.message }];
  return issue.keys.map((key) => {
    const name = key.slice(0, maxNameLength);
    const isForSeveral = Object.hasOwn(settingsTable.layout, name);
    return { field: `${field}.${name}`, message: isForSeveral ? settingForSeveral(name) : unknownSetting(name) };
  });
}

function settingForSeveral(name: string): string {
  return `${name} is only for several replays: POST /v1/render/together.`;
}

function schemasOf(
  rows: Readonly<Record<string, Setting>>,
  schemaOf: (row: Setting, name: string) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, schemaOf(row, name)]));
}

function valueSchema(setting: Setting, error: string): z.ZodType {
  if (setting.kind === 'flag') return z.boolean({ error });
  if (setting.kind === 'choice') return z.literal(setting.choices, { error });
  if (setting.kind === 'skin') return z.string().max(maxSkinNameLength, { error }).regex(skinNamePattern, { error });
  return z.number({ error }).min(setting.min, { error }).max(setting.max, { error });
}

function formValueSchema(field: Setting): z.ZodType {
  const error = invalidField(field);
  if (field.kind !== 'number' || !field.acceptsPercent) return valueSchema(field, error);
  return z.number({ error }).min(0, { error }).max(100, { error }).transform(fractionOf);
}

function invalidField(field: Setting): string {
  return `Must be ${expectedOf(field, String)}.`;
}

function formDescription(field: Setting): string {
  const acceptsPercent = field.kind === 'number' && field.acceptsPercent;
  return acceptsPercent ? `${field.description} A value above 1 is a percentage.` : field.description;
}

/** Reads the only text of a form field; a default is not a list of texts and stays as it is. */
function fromText(convert: (text: string) => unknown) {
  return (texts: unknown, context: z.RefinementCtx): unknown => {
    if (!Array.isArray(texts)) return texts;
    const [text, ...others]: string[] = texts;
    if (text !== undefined && others.length === 0) return convert(text);
    context.addIssue({ code: 'custom', message: 'Must be given once.' });
    return z.NEVER;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
