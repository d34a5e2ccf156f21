import { Problem } from './problem.ts';

/** Refuses one field of a request. @param pointer of RFC 6901. */
export const invalidField = (pointer: string, detail: string): Problem =>
  new Problem('validation_failed', {
    detail: `${pointer}: ${detail}`,
    errors: [{ pointer, code: 'validation_failed', detail }],
  });
