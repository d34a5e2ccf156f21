import { createHash } from 'node:crypto';

/** The header that proves that a request comes from the console, and not from another site that the browser shows. */
export const csrfHeader = 'Scangate-CSRF';

/** The value of that header for a session. Only a page that can read the answers to this session knows it. */
export const csrfToken = (secret: string): string =>
  createHash('sha256').update(`csrf:${secret}`).digest('base64url');
