import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';

/** Serves the answers of a fetch until the test ends. @returns the address */
export const served = async ({ fetch }: { fetch: typeof globalThis.fetch }): Promise<string> => {
  const { url, close } = await listenOnLoopback(fetch);
  onTestFinished(close);
  return url;
};
