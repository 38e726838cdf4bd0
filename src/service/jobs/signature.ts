import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the header X-Signature of a completion callback carries: lower-case hex, over the bytes exactly as sent. */
export function signatureOf(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function isSignedBy(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(body, secret));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
