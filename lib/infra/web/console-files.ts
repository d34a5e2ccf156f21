/** Where the files of the console are: their place in the bucket, and the path at which a browser asks for them. */
export const consoleFolder = 'console';

/** Names of these files change with their content. */
export const hashedFiles = 'assets/*';

const yearSeconds = 31_536_000;

/** How long a browser keeps a file. The document names the hashed ones, so a browser asks for it each time. */
export const cacheControl = {
  hashed: `public, max-age=${yearSeconds}, immutable`,
  named: 'no-cache',
} as const;

/** @param path of a file of the console, such as `assets/index-1f2e.js`. */
export const cacheControlOf = (path: string): string =>
  path.startsWith(hashedFiles.slice(0, -1)) ? cacheControl.hashed : cacheControl.named;

/** The page of the console that people return to after paying. It leads to the organization of their session. */
export const billingPageOf = (publicUrl: string): string => `${publicUrl}/${consoleFolder}/billing`;
