import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createAddressRule } from './address-rule.ts';
import { readCallbackUrl } from './callback-url.ts';
import { sendMessage } from './send.ts';
import { signedHeaders } from './sign.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server and returns its port. */
async function serve(handle: Handle, { host = '127.0.0.1', port = 0 } = {}): Promise<number> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

const message = { id: 'msg_1', sentAtUnixSeconds: 1_700_000_000, body: '{"type":"job.completed"}' };
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const local = createAddressRule({ hosts: ['127.0.0.1', 'bot.test'] });
const { signal } = new AbortController();
const send = (url: string, options: Partial<Parameters<typeof sendMessage>[2]> = {}) =>
  sendMessage(url, message, { secret, rule: local, signal, ...options });

test('the signature is that of the Standard Webhooks convention', () => {
  // The example of the convention's reference implementations.
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAtUnixSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders(example, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toMatchObject({
    'webhook-id': example.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a message arrives as it was signed', async () => {
  const received: { headers: IncomingMessage['headers']; body: string }[] = [];
  const port = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await send(`http://127.0.0.1:${port}/hook?a=b`);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(body).toBe(message.body);
  const bytes = Buffer.alloc(32, 7);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`);
});

describe('a server that', () => {
  test('does not respond is left after the time limit', async () => {
    const port = await serve(() => {});
    await expect(send(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).rejects.toThrow(
      'No response within 0.1 seconds.',
    );
  });

  test('redirects is not followed', async () => {
    const paths: unknown[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(send(`http://127.0.0.1:${port}/hook`)).rejects.toThrow('The response was a redirect (307).');
    expect(paths).toEqual(['/hook']);
  });

  test('sends without end is not read', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    await send(`http://127.0.0.1:${port}/`);
  });

  test.each([400, 404, 410, 429, 500])('responds with %d did not accept the message', async (status) => {
    const port = await serve((_, response) => response.writeHead(status).end());
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow(`The response had status ${status}.`);
  });

  test('is not there is named without its address', async () => {
    const port = await serve(() => {});
    servers.pop()?.close();
    await expect(send(`http://127.0.0.1:${port}/?token=abc`)).rejects.toThrow(
      /^The request failed \(ECONNREFUSED\)\.$/,
    );
  });
});

describe('private networks', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://224.0.0.1/',
  ])('%s is refused at the submission and when it is sent', async (url) => {
    const rule = createAddressRule({ hosts: [] });
    expect(readCallbackUrl(url, rule)).toEqual({ problem: 'Must not be an address of a private network.' });
    await expect(send(url, { rule })).rejects.toThrow('The URL is refused');
  });

  test.each(['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', '::ffff:10.0.0.1'])(
    'a name that resolves to %s is refused, even if another of its addresses is public',
    async (address) => {
      let requests = 0;
      const port = await serve((_, response) => {
        requests++;
        response.end();
      });
      const family = address.includes(':') ? 6 : 4;
      const resolve = async () => [
        { address: '93.184.215.14', family: 4 },
        { address, family },
      ];
      const rule = createAddressRule({ hosts: [], resolve });
      const sending = send(`http://public.test:${port}/`, { rule });
      await expect(sending).rejects.toThrow('The host has an address of a private network.');
      expect(requests).toBe(0);
    },
  );

  test('the connection uses the address that was checked: a second look at the name changes nothing', async () => {
    const received: string[] = [];
    const handle =
      (name: string): Handle =>
      (_, response) => {
        received.push(name);
        response.end();
      };
    // 127.0.0.2 stands for the public address.
    const port = await serve(handle('public'), { host: '127.0.0.2' });
    await serve(handle('private'), { host: '127.0.0.1', port });
    const answers = ['127.0.0.2', '127.0.0.1'];
    let looks = 0;
    const rule = createAddressRule({
      hosts: [],
      isPublic: (address) => address === '127.0.0.2',
      resolve: async () => [{ address: answers[looks++] ?? '127.0.0.1', family: 4 }],
    });
    await send(`http://rebinding.test:${port}/`, { rule });
    expect({ received, looks }).toEqual({ received: ['public'], looks: 1 });
    await expect(send(`http://rebinding.test:${port}/`, { rule })).rejects.toThrow('private network');
    expect(received).toEqual(['public']);
  });

  test('CALLBACK_HOSTS allows a host, at one port or at all', async () => {
    const port = await serve((_, response) => response.end());
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    for (const host of ['bot.internal', `bot.internal:${port}`]) {
      await send(`http://bot.internal:${port}/`, { rule: createAddressRule({ hosts: [host], resolve }) });
    }
    const rule = createAddressRule({ hosts: ['bot.internal:1', 'internal'], resolve });
    await expect(send(`http://bot.internal:${port}/`, { rule })).rejects.toThrow('private network');
  });
});

test.each([
  ['https://bot.example/hook?user=1', 'https://bot.example/hook?user=1'],
  ['https://Bot.Example', 'https://bot.example/'],
  ['https://bot.example/#part', 'https://bot.example/'],
])('%s is accepted', (text, url) => {
  expect(readCallbackUrl(text, local)).toEqual({ url });
});

test.each([
  'ftp://bot.example/',
  'file:///etc/passwd',
  'bot.example/hook',
  'https://user:password@bot.example/',
  'https://bot.example/\r\nX-Injected: yes',
  'https://bot.example/a b',
  'https://bot.example/\u0000',
  `https://bot.example/${'x'.repeat(2048)}`,
])('%j is no URL of a callback', (text) => {
  expect(readCallbackUrl(text, local)).toHaveProperty('problem');
});
