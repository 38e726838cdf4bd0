import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** For what hangs: on a busy machine a page may take minutes to be there. */
const timeoutMs = 120_000;

/**
 * Opens a page that complains of requests to other hosts, failed requests, broken rules of the policy, and all that
 * the page itself reports as an error.
 */
export async function withPage(
  browser: Browser,
  origin: string,
  use: (page: Page, complaints: string[]) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`asked ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // One of the documentation's libraries asks whether it may use eval, and takes no for an answer.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      if (blockedURI !== 'eval') console.error('policy: ' + violatedDirective + ' ' + blockedURI);
    });`,
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await use(page, complaints);
  } finally {
    await context.close();
  }
}

/** A file as somebody gives it to a page. */
export const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});
