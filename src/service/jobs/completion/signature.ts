import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header X-Signature of a completion report: lower-case hex of an HMAC over the bytes exactly as sent. */
export function signatureOf(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function isSignedBy(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(body, secret));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
