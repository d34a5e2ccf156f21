import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { HistoricPlace, PlacedSecret } from '#ports/history/history-reader.ts';

type Found = Pick<KnownDetection, 'content' | 'sample'> & PlacedSecret;

const placeOf = (a: HistoricPlace, b: HistoricPlace): HistoricPlace => {
  if (a === 'head' || b === 'head') return 'head';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'gone';
};

/**
 * Adds a secret to those that were found before. A file has many versions, so that one secret is found very often: it is
 * kept once, with file and commit of the first one, and outside of tests when any file is.
 */
export const addSecret = <T extends Found>(found: Map<string, T>, secret: T): void => {
  const first = found.get(secret.content);
  if (!first) {
    found.set(secret.content, secret);
    return;
  }
  first.count += secret.count;
  first.place = placeOf(first.place, secret.place);
  if (!secret.sample) delete first.sample;
};
