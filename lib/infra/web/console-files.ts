/** The folder of the console in the bucket, and the path at which a browser asks for its files. */
export const consoleFolder = 'console';

/** Names of these files change with their content. */
export const hashedFiles = 'assets/*';

const yearSeconds = 31_536_000;

/** The headers that tell a browser how long to keep a file. The document names the hashed ones, so a browser asks for it each time. */
export const cacheControl = {
  hashed: `public, max-age=${yearSeconds}, immutable`,
  named: 'no-cache',
} as const;

/** @param path of a file of the console, such as `assets/index-1f2e.js`. */
export const cacheControlOf = (path: string): string =>
  path.startsWith(hashedFiles.slice(0, -1)) ? cacheControl.hashed : cacheControl.named;

/** The page of the console that people return to after paying. It leads to the organization of their session. */
export const billingPageOf = (publicUrl: string): string => `${publicUrl}/${consoleFolder}/billing`;
