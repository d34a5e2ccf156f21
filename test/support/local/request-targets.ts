import * as fc from 'fast-check';

const parts = fc.constantFrom(
  '/',
  '//',
  '\\',
  '%',
  '%zz',
  '%00',
  '?',
  '#',
  ':',
  '@',
  '[',
  ']',
  '..',
  'http://',
  'a',
);

/** Valid and malformed request targets, without the bytes that end a request line. */
export const requestTargets = fc.record({
  method: fc.constantFrom('GET', 'POST', 'CONNECT', 'OPTIONS'),
  target: fc.oneof(
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 60 }),
    fc.array(parts, { minLength: 1, maxLength: 12 }).map((chosen) => chosen.join('')),
    fc.array(parts, { maxLength: 6 }).map((chosen) => `/_local/${chosen.join('')}`),
    fc.array(parts, { maxLength: 6 }).map((chosen) => `/items/${chosen.join('')}`),
  ),
});
