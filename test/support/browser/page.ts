import type { Browser, BrowserContextOptions, ConsoleMessage, Page, Request, Response } from 'playwright-core';
import type { TestChromium } from './chromium.ts';

/** On a busy machine a page may take minutes to load. */
const timeoutMs = 120_000;

export interface PageOptions {
  /** Without a browser, nothing is opened. */
  readonly chromium: TestChromium;
  /** The address of the service, perhaps with a path; requests to any other address are problems. */
  readonly url: string;
  /** The address that the service sees; its limits count per client. */
  readonly client?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly context?: BrowserContextOptions;
  /** Whether the page must not have loaded anything before. */
  readonly isNew?: boolean;
  /** Runs in every document before its own scripts. */
  readonly initScript?: string;
}

/**
 * The demo on the start page does not play by itself: decoding and drawing it takes a third of a core, in software. Tests
 * about motion say that they want it.
 */
const defaultContext: BrowserContextOptions = { viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' };

/** A library of the API documentation tests whether it may use eval, and works without it. */
const reportViolations = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  if (blockedURI !== 'eval') console.error('content security policy: ' + violatedDirective + ' ' + blockedURI);
});`;

/**
 * Opens a page and collects its problems: requests to other origins, failed requests, violations of the content security
 * policy and errors that the page reports itself. A new page takes twice as much CPU time as a page that has loaded
 * our code before, so the tests of a file share one, which forgets everything between them.
 */
export async function withPage(
  { chromium, url, client, viewport, context = {}, isNew = false, initScript = '' }: PageOptions,
  use: (page: Page, problems: string[]) => Promise<void>,
): Promise<void> {
  const { browser, idlePages } = chromium;
  if (browser === null) return;
  const options = { ...defaultContext, ...context };
  const key = JSON.stringify(options);
  const page = (!isNew && idlePages.get(key)) || (await openPage(browser, options));
  if (idlePages.get(key) === page) idlePages.delete(key);
  const { problems, stop } = collectProblems(page, url);
  let isReusable = false;
  try {
    const added = await page.addInitScript({ content: reportViolations + initScript });
    if (client !== undefined) await page.setExtraHTTPHeaders({ 'edge-connecting-ip': client });
    if (viewport) await page.setViewportSize(viewport);
    await use(page, problems);
    if (!isNew) {
      await forget(page, url, options);
      await added.dispose();
      isReusable = true;
    }
  } finally {
    stop();
    if (isReusable) idlePages.set(key, page);
    else await page.context().close();
  }
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  return page;
}

function collectProblems(page: Page, service: string) {
  const problems: string[] = [];
  const onRequest = (request: Request) => {
    const url = request.url();
    const isOurs = url === service || url.startsWith(`${service}/`);
    if (url.startsWith('http') && !isOurs) problems.push(`requested ${url}`);
  };
  const onResponse = (response: Response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => problems.push(error.message);
  page.on('request', onRequest).on('response', onResponse).on('console', onConsole).on('pageerror', onError);
  const stop = () => {
    page.off('request', onRequest).off('response', onResponse).off('console', onConsole).off('pageerror', onError);
  };
  return { problems, stop };
}

/** Ends everything that the page does, and removes what it has stored. */
async function forget(page: Page, url: string, options: BrowserContextOptions): Promise<void> {
  const { viewport, colorScheme, reducedMotion } = options;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page with replays that are not uploaded asks before it is left; without a listener, Playwright agrees.
  page.removeAllListeners('dialog');
  // Another address of the same origin keeps the process of the page; about:blank would get a new one.
  await page.goto(`${url}/health`);
  await page.evaluate('sessionStorage.clear()');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await session.detach();
  await page.setExtraHTTPHeaders({});
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? null });
}

/** A file to upload. */
export const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});
