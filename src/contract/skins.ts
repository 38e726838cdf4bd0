import { z } from 'zod';

/** Who may replace and remove a skin. */
const skinOwners = ['built-in', 'operator', 'you', 'another-client'] as const;

export const skinDetails = z.object({
  name: z.string().describe('Name of the skin.'),
  author: z
    .string()
    .nullable()
    .describe('Author in the skin.ini; null without one, and until the service has read the file.'),
  version: z
    .number()
    .nullable()
    .describe('Version of the skin format in the skin.ini; null without one, and until the service has read the file.'),
  owner: z
    .enum(skinOwners)
    .describe(
      'Who may replace and remove the skin: "built-in": no client, it is part of the program; "operator": the operator, who copied it ' +
        'into storage; "you": the client of this request, who uploaded it; "another-client": the client who uploaded it.',
    ),
});
export type SkinDetails = z.infer<typeof skinDetails>;

export const skinList = z.object({
  skins: z.array(z.string()).describe('Names of all skins, sorted, including the built-in "Default".'),
  details: z.array(skinDetails).describe('The same skins in the same order, with what is known about each.'),
});
export type SkinList = z.infer<typeof skinList>;

export const skinUploaded = z.object({
  success: z.boolean().describe('Always true; a refused skin is an error response.'),
  skin_name: z.string().describe('Name of the skin, for the field `skin` of a render.'),
  message: z.string().describe('Confirmation for users.'),
});

export const skinRemoved = z.object({
  skin_name: z.string().describe('Name of the skin, which is free again.'),
  message: z.string().describe('Confirmation for users.'),
});
export type SkinRemoved = z.infer<typeof skinRemoved>;
