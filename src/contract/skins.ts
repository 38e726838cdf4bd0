import { z } from 'zod';

export const skinList = z.object({
  skins: z.array(z.string()).describe('Names of all skins, sorted, including the built-in "Default".'),
});

export const skinUploaded = z.object({
  success: z.boolean().describe('Always true; a refused skin is an error response.'),
  skin_name: z.string().describe('Name of the skin, for the field `skin` of a render.'),
  message: z.string().describe('Confirmation for users.'),
});
