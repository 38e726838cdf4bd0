import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** On a busy machine a page may take minutes to load. */
const timeoutMs = 120_000;

export interface PageOptions {
  readonly browser: Browser;
  /** The address of the service, perhaps with a path; requests to any other address are problems. */
  readonly url: string;
  readonly context?: BrowserContextOptions;
}

/**
 * Opens a page and collects its problems: requests to other origins, failed requests, violations of the content security
 * policy and errors that the page reports itself.
 */
export async function withPage(
  { browser, url: service, context: contextOptions = {} }: PageOptions,
  use: (page: Page, problems: string[]) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = url === service || url.startsWith(`${service}/`);
    if (url.startsWith('http') && !isOurs) problems.push(`requested ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // A library of the API documentation tests whether it may use eval, and works without it.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (blockedURI !== 'eval') console.error('content security policy: ' + violatedDirective + ' ' + blockedURI);
    });`,
  });
  page.on('pageerror', (error) => problems.push(error.message));
  try {
    await use(page, problems);
  } finally {
    await context.close();
  }
}

/** A file to upload. */
export const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});
