import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a headless browser; returns null with a warning if none is installed, and throws in CI. */
export async function startChromium(): Promise<Browser | null> {
  const executablePath = process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path));
  if (executablePath === undefined) {
    const missing = 'The browser tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH.';
    if (process.env.CI) throw new Error(missing);
    console.warn(missing);
    return null;
  }
  // Chromium's own sandbox refuses to run as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
