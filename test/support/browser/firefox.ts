import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { vi } from 'vitest';
import { startDaemon, stopDaemon } from '../processes/daemon.ts';

/** Firefox runs the renderer far more slowly than Chromium while it compiles it, and all suites share the machine. */
const patient = { timeout: 240_000, interval: 200 };

const candidates = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** A page in Firefox, which is driven by WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export interface FirefoxPage {
  /** Errors that the page reported. */
  readonly problems: readonly string[];
  open(url: string): Promise<void>;
  /** The value of an expression of JavaScript. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Clicks the middle of the element that an expression returns, as a mouse does. */
  click(expression: string): Promise<void>;
  /** Chooses files, by their paths, in the element that a CSS selector finds. */
  chooseFiles(selector: string, files: readonly string[]): Promise<void>;
}

export interface Firefox {
  readonly page: FirefoxPage;
  close(): Promise<void>;
}

/** Starts a headless browser; returns null with a warning if none is installed, and throws in CI. */
export async function startFirefox(): Promise<Firefox | null> {
  const program = process.env.FIREFOX_PATH ?? candidates.find((path) => existsSync(path));
  if (program === undefined) {
    const missing = 'The test in Firefox needs it: apt-get install firefox-esr, or set FIREFOX_PATH.';
    if (process.env.CI) throw new Error(missing);
    console.warn(missing);
    return null;
  }
  const profile = await mkdtemp(join(tmpdir(), 'reprise-firefox-'));
  const log = join(profile, 'firefox.log');
  const args = ['--headless', '--remote-debugging-port', '0', '--profile', profile, '--no-remote'];
  const browser = startDaemon(program, args, { log, env: { HOME: profile } });
  const close = async () => {
    await stopDaemon(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await vi.waitFor(() => addressIn(log, browser), patient);
    return { page: await openPage(await connect(`${address}/session`)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressIn(log: string, browser: ChildProcess): string {
  const text = readFileSync(log, 'utf8');
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
  if (address === undefined) throw new Error(`Firefox (exit code ${browser.exitCode}) printed no address: ${text}`);
  return address;
}

interface BiDi {
  send<Result>(method: string, params: object): Promise<Result>;
  onLog(handle: (entry: { readonly level: string; readonly text: string }) => void): void;
}

/** A value that a script returned, or an element. */
interface RemoteValue {
  readonly value?: unknown;
  readonly sharedId?: string;
}

type Evaluated =
  | { readonly type: 'success'; readonly result: RemoteValue }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

async function connect(address: string): Promise<BiDi> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  let handleLog: Parameters<BiDi['onLog']>[0] = () => {};
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.method === 'log.entryAdded') handleLog(message.params);
    const command = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') command?.resolve(message.result as never);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not accept a connection at ${address}.`)));
  });
  return {
    onLog(handle) {
      handleLog = handle;
    },
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}

async function openPage({ send, onLog }: BiDi): Promise<FirefoxPage> {
  await send('session.new', { capabilities: {} });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  onLog(({ level, text }) => level === 'error' && problems.push(text));
  await send('session.subscribe', { events: ['log.entryAdded'] });

  async function run(expression: string): Promise<RemoteValue> {
    const params = { expression, target: { context }, awaitPromise: true };
    const evaluated = await send<Evaluated>('script.evaluate', params);
    if (evaluated.type === 'exception') throw new Error(`${expression}: ${evaluated.exceptionDetails.text}`);
    return evaluated.result;
  }
  const until = (expression: string) =>
    vi.waitFor(async () => {
      if ((await run(expression)).value !== true) throw new Error(`Not true: ${expression}`);
    }, patient);

  return {
    problems,
    until,
    evaluate: async (expression) => (await run(expression)).value,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    // The page may replace the element at any moment, so the whole click is tried again.
    click: (expression) =>
      vi.waitFor(async () => {
        const { sharedId } = await run(`((element) => {
          element.scrollIntoView({ block: 'center' });
          return element;
        })(${expression})`);
        const origin = { type: 'element', element: { sharedId } };
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
      }, patient),
    async chooseFiles(selector, files) {
      const { sharedId } = await run(`document.querySelector(${JSON.stringify(selector)})`);
      await send('input.setFiles', { context, element: { sharedId }, files });
    },
  };
}
