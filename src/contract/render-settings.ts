import { z } from 'zod';
import { parseDim, parseFlag } from './plain/form-values.ts';
import { defaultRenderSettings, type Resolution, resolutions } from './plain/render-defaults.ts';
import type { ChosenSettings } from './plain/settings.ts';
import { readSettings } from './settings.ts';
import { isSkinName } from './skin-name.ts';

/** What a client may choose about a video; the fields and defaults are those of the submit form. */
export const renderSettings = z.object({
  skin: z.string().describe('Name of the skin, as listed by GET /v1/skins.'),
  resolution: z.enum(resolutions).describe('Size of the video: 1920×1080 or 3840×2160.'),
  bg_dim: z
    .number()
    .min(0)
    .max(1)
    .describe('How much the background is darkened, from 0.0 (not at all) to 1.0 (black).'),
  motion_blur: z.boolean().describe('Blend neighbouring moments into each frame.'),
  storyboard: z.boolean().describe("Show the beatmap's storyboard."),
  video: z.boolean().describe("Show the beatmap's background video."),
  snaking_in: z.boolean().describe('Slider bodies grow as they appear.'),
  snaking_out: z.boolean().describe('Slider bodies shrink behind the ball.'),
  hit_error_meter: z.boolean().describe('Show the hit error meter.'),
  key_overlay: z.boolean().describe('Show the pressed keys.'),
});

export type RenderSettings = z.infer<typeof renderSettings>;

/** The same with everything the specification has no field for. */
export interface SubmittedSettings extends RenderSettings {
  readonly settings: ChosenSettings;
}

/** Every text a form carried, by field name, in the order sent. */
export type FormTexts = ReadonlyMap<string, readonly string[]>;

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The settings a form asks for, or everything that is wrong with it. Fields of other names are not looked at. */
export function readRenderSettings(form: FormTexts): { settings: SubmittedSettings } | { errors: FieldError[] } {
  const errors: FieldError[] = [];

  function read<T>(field: keyof RenderSettings, fallback: T, { parse, expects }: Kind<T>): T {
    const [text, ...more] = form.get(field) ?? [];
    if (text === undefined) return fallback;
    const value = more.length === 0 ? parse(text) : null;
    if (value !== null) return value;
    errors.push({ field, message: more.length === 0 ? `Must be ${expects}.` : givenOnce });
    return fallback;
  }

  function readChosen(): ChosenSettings {
    const [text, ...more] = form.get('settings') ?? [];
    if (text === undefined) return {};
    const read = more.length === 0 ? readSettings(text) : { errors: [{ field: 'settings', message: givenOnce }] };
    if ('settings' in read) return read.settings;
    errors.push(...read.errors);
    return {};
  }

  const preset = defaultRenderSettings;
  const settings: SubmittedSettings = {
    skin: read('skin', preset.skin, skinName),
    resolution: read('resolution', preset.resolution, resolution),
    bg_dim: read('bg_dim', preset.bg_dim, dim),
    motion_blur: read('motion_blur', preset.motion_blur, flag),
    storyboard: read('storyboard', preset.storyboard, flag),
    video: read('video', preset.video, flag),
    snaking_in: read('snaking_in', preset.snaking_in, flag),
    snaking_out: read('snaking_out', preset.snaking_out, flag),
    hit_error_meter: read('hit_error_meter', preset.hit_error_meter, flag),
    key_overlay: read('key_overlay', preset.key_overlay, flag),
    settings: readChosen(),
  };
  return errors.length === 0 ? { settings } : { errors };
}

const givenOnce = 'Must be given once.';

/** How one kind of form text becomes a value; null: it does not. */
interface Kind<T> {
  parse(text: string): T | null;
  expects: string;
}

const skinName: Kind<string> = {
  parse: (text) => (isSkinName(text) ? text : null),
  expects: 'a skin name of letters, digits, spaces, hyphens and underscores',
};

const resolution: Kind<Resolution> = {
  parse: (text) => resolutions.find((name) => name === text) ?? null,
  expects: '1080p or 4k',
};

const dim: Kind<number> = { parse: parseDim, expects: 'a number from 0 to 1, or a percentage up to 100' };

const flag: Kind<boolean> = { parse: parseFlag, expects: 'true or false' };
