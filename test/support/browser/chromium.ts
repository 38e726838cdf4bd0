import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without windows, which take CPU time although a headless browser shows none. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Two pages that every new window loads for its address bar, and a process for the next page of a window. */
const unusedFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** What Playwright disables. Chromium obeys only the last list of its command line, so ours has to contain both. */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export interface ChromiumOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Whether sounds go to an audio device. */
  readonly plays?: boolean;
  /** Whether the browser has windows, without which it has no notifications. */
  readonly hasWindows?: boolean;
  /**
   * Whether Chromium composes a picture of half the width and height, which takes half the CPU time. Pages and screenshots do
   * not change, because Playwright sets the scale that pages see.
   */
  readonly halvesPicture?: boolean;
}

/** The Chromium of a test file. */
export interface TestChromium {
  /** Null if none is installed. */
  readonly browser: Browser | null;
  /** Pages that later tests continue with, by the options of their context; `withPage` keeps them here. */
  readonly idlePages: Map<string, Page>;
}

/** Starts Chromium before the tests of a file and closes it after them. */
export function useChromium(): TestChromium {
  let browser: Browser | null = null;
  beforeAll(async () => {
    browser = await startChromium({ halvesPicture: true });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    get browser() {
      return browser;
    },
    idlePages: new Map(),
  };
}

/** Starts a headless browser; returns null with a warning if none is installed, and throws in CI. */
export async function startChromium(options: ChromiumOptions = {}): Promise<Browser | null> {
  const { env, plays = false, hasWindows = plays, halvesPicture = false } = options;
  const candidates = hasWindows ? browsers : [headlessShell, ...browsers];
  const executablePath = process.env.CHROMIUM_PATH ?? candidates.find((path) => existsSync(path));
  if (executablePath === undefined) {
    const missing = 'The browser tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH.';
    if (process.env.CI) throw new Error(missing);
    console.warn(missing);
    return null;
  }
  const args = [`--disable-features=${[...playwrightFeatures, ...unusedFeatures].join(',')}`];
  if (halvesPicture) args.push('--force-device-scale-factor=0.5');
  // Chromium's own sandbox refuses to run as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({
    executablePath,
    args,
    ...(env && { env }),
    ...(plays && { ignoreDefaultArgs: ['--mute-audio'] }),
  });
}
