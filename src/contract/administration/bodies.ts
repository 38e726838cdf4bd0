import { z } from 'zod';

// What the page sends to /v1/admin. Texts have no control characters, which must not reach tables, messages and terminals, and
// no halves of surrogate pairs, which have no UTF-8: the database refuses both NUL and these.

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be a text without control characters.');

const count = z.number().int().min(1).max(1_000_000);

const futureTime = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) > Date.now(), 'Must be in the future.')
  .nullable()
  .default(null);

/** The name of a key or a lent worker. It is a label of /metrics, and is printed in tables. */
export const namePattern = /^[A-Za-z0-9]([A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?$/;

/** What an action is about: an id or a name. */
export const targetParams = z.object({ id: line(200) });
export const pauseBody = z.object({ reason: line(500).or(z.literal('')).default('') });
export const maintenanceBody = z.object({ message: line(500) });
export const moveBody = z.object({ to: z.enum(['first', 'last']) });
export const drainBody = z.object({ drain: z.boolean() });
export const keyBody = z.object({
  name: z
    .string()
    .regex(
      namePattern,
      'Must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, with a letter or digit at both ends.',
    ),
  per_minute: count.optional(),
  active: count.optional(),
  priority: z.enum(['low', 'normal', 'high']).optional(),
  expires_at: futureTime,
});
export const blockBody = z.object({
  kind: z.enum(['client', 'player']),
  name: line(200),
  reason: line(500),
  expires_at: futureTime,
});
export const deadLettersBody = z.object({
  job_ids: z.union([z.literal('all'), z.array(z.uuid()).min(1).max(1000)]),
});
