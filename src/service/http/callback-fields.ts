import { z } from 'zod';
import type { FieldError, FormTexts } from '../../contract/index.ts';
import { createAddressRule, readCallbackUrl } from '../callbacks/index.ts';

const maxMetadataBytes = 2048;

/** The page of the API description would fill in a text, and a visitor without a key would be refused. */
const leftEmpty = { example: '' };

/** The form fields of a submission that only clients with a key may send. */
export const callbackForm = z.object({
  callback_url: z
    .string()
    .optional()
    .meta({
      description:
        'Only with a key. Where the service reports that the job was completed, failed or cancelled: ' +
        '[how](/guide/http#callbacks).',
      ...leftEmpty,
    }),
  metadata: z
    .string()
    .optional()
    .meta({
      description: `Only with a key. Any JSON of at most ${maxMetadataBytes} bytes, which the key gets back with the job.`,
      ...leftEmpty,
    }),
});

export interface CallbackFields {
  readonly callbackUrl: string | null;
  readonly metadata: unknown;
}

/** Reads the fields of a form; null: it has none of them. */
export type ReadCallbackFields = (texts: FormTexts) => { fields: CallbackFields } | { errors: FieldError[] } | null;

export function createCallbackFieldReader({ hosts }: { hosts: readonly string[] }): ReadCallbackFields {
  const rule = createAddressRule({ hosts });
  return (texts) => {
    const [callbackUrls, metadata] = [textsOf(texts, 'callback_url'), textsOf(texts, 'metadata')];
    if (callbackUrls.length + metadata.length === 0) return null;
    const url = readOnly(callbackUrls, (text) => readCallbackUrl(text, rule)) ?? { url: null };
    const data = readOnly(metadata, readMetadata) ?? { value: null };
    const errors: FieldError[] = [];
    if ('problem' in url) errors.push({ field: 'callback_url', message: url.problem });
    if ('problem' in data) errors.push({ field: 'metadata', message: data.problem });
    if ('problem' in url || 'problem' in data) return { errors };
    return { fields: { callbackUrl: url.url, metadata: data.value } };
  };
}

/** An empty field counts as absent: the page of the API description sends it. */
function textsOf(texts: FormTexts, field: string): readonly string[] {
  const sent = texts.get(field) ?? [];
  return sent.every((text) => text === '') ? [] : sent;
}

/** Reads the only text of a field; null: there is none. */
function readOnly<T>([text, ...others]: readonly string[], read: (text: string) => T): T | { problem: string } | null {
  if (text === undefined) return null;
  return others.length === 0 ? read(text) : { problem: 'Must be given once.' };
}

function readMetadata(text: string): { value: unknown } | { problem: string } {
  if (Buffer.byteLength(text) > maxMetadataBytes) return { problem: `Must have at most ${maxMetadataBytes} bytes.` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'Must be JSON.' };
  }
}
