import { createHmac } from 'node:crypto';

export interface Message {
  readonly id: string;
  readonly sentAtUnixSeconds: number;
  readonly body: string;
}

/** The headers of a callback by the Standard Webhooks convention. The secret is `whsec_` and the base64 of its bytes. */
export function signedHeaders({ id, sentAtUnixSeconds, body }: Message, secret: string): Record<string, string> {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${sentAtUnixSeconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Reprise',
    'webhook-id': id,
    'webhook-timestamp': String(sentAtUnixSeconds),
    'webhook-signature': `v1,${signature}`,
  };
}
