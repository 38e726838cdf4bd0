import { z } from 'zod';

/** The body of every error response. */
export const errorBody = z.object({
  detail: z.string().describe('Error message for users.'),
  code: z.string().describe('Stable error code; see [all errors](/guide/errors).'),
});

export const fieldError = z.object({
  field: z.string().describe('Name of the field.'),
  message: z.string().describe('What is wrong with it.'),
});

export const validationErrorBody = errorBody.extend({
  errors: z.array(fieldError).optional().describe('One entry for each invalid field.'),
});

export type ErrorBody = z.infer<typeof validationErrorBody>;
