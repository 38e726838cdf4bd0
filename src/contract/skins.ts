import { z } from 'zod';

export const skinList = z.object({
  skins: z.array(z.string()).describe('Names of all skins, sorted, the built-in "Default" among them.'),
});

export const skinUploaded = z.object({
  success: z.boolean().describe('Always true: a refused skin is an error answer.'),
  skin_name: z.string().describe('The name to give as the skin of a render.'),
  message: z.string().describe('One sentence for people.'),
});
