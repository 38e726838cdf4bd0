import type { TestProject } from 'vitest/node';
import { missingForSwift, startSwift } from '../storage/swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null if Swift is not installed. */
    swift: { endpoint: string; accessKeyId: string; secretAccessKey: string } | null;
  }
}

/** Starts one S3 server for the whole test run. */
export default async function setUp({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const missing = missingForSwift();
  if (missing !== null) {
    if (process.env.CI) throw new Error(missing);
    console.warn(missing);
    provide('swift', null);
    return undefined;
  }
  const { stop, ...swift } = await startSwift();
  provide('swift', swift);
  return stop;
}
