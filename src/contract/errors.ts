import { z } from 'zod';

/** The body of every error of every endpoint. */
export const errorBody = z.object({
  detail: z.string().describe('What went wrong, in a sentence for people.'),
  code: z.string().describe('Stable machine word, listed in docs/errors.md.'),
});

export const validationErrorBody = errorBody.extend({
  errors: z
    .array(
      z.object({
        field: z.string().describe('Where the mistake is.'),
        message: z.string().describe('What was expected.'),
      }),
    )
    .optional()
    .describe('One entry for each mistake.'),
});

export type ErrorBody = z.infer<typeof validationErrorBody>;
