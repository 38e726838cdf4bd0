import type { z } from 'zod';
import { errorBody, validationErrorBody } from '../../../contract/index.ts';
import { type FailureCode, failures } from '../../../failure.ts';

/** The schemas of an endpoint's error responses: one for each status, with every failure as an example. */
export function errorSchemas(...codes: FailureCode[]): Record<number, z.ZodType> {
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of [...codes, ...commonCodes]) {
    const { status } = failures[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, sameStatus]) => [status, errorSchema(status, sameStatus)]));
}

/** What an operator can refuse submissions and uploads with. */
export const uploadRestrictions = ['service/maintenance', 'blocked/client'] as const satisfies FailureCode[];

/** Every endpoint can respond with these. */
const commonCodes = ['key/unknown', 'key/user-invalid', 'service/internal'] as const satisfies FailureCode[];

function errorSchema(status: number, codes: readonly FailureCode[]): z.ZodType {
  return (status === 422 ? validationErrorBody : errorBody).meta({
    description: codes.map((code) => `\`${code}\`: ${failures[code].message}`).join('\n\n'),
    examples: codes.map((code) => ({
      detail: failures[code].message.replace(/\{\w+\}/, placeholders[code] ?? ''),
      code,
      ...(status === 422 ? { errors: [{ field: 'skin', message: failures[code].message }] } : {}),
    })),
  });
}

/** What the placeholders of messages stand for in the examples. */
const placeholders: Partial<Record<FailureCode, string>> = {
  'beatmap/file-too-large': '100',
  'blocked/client': 'Too many broken replays.',
  'blocked/player': 'At the request of the player.',
  'key/required': 'submissions and uploads',
  'limit/active-jobs': '2',
  'limit/rate': '5',
  'limit/streams': '10',
  'limit/uploads': '64',
  'replay/too-large': '50',
  'service/maintenance': 'Please try again later.',
  'skin/too-large': '200',
  'together/too-large': '100',
};
