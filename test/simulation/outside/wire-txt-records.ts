import type { TxtRecords } from '#ports/identity/txt-records.ts';
import { currentSurroundings } from './surroundings.ts';

/** Stands in for lib/runtime/wire/identity/txt-records.ts. */
export const wireTxtRecords = (): TxtRecords => ({
  lookUp: (name) => {
    const { boundary, texts } = currentSurroundings();
    return boundary.call({ service: 'dns', operation: 'TXT', isWrite: false }, () => texts.get(name) ?? []);
  },
});
