import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { BlobKey, BlobReader, BlobStreamer } from '#ports/blobs.ts';
import type { HistoricPlace, PlacedSecret } from '#ports/history/history-reader.ts';
import {
  jsonLines,
  lineStream,
  mergedKey,
  type HistoricDetection,
  type HistoryRef,
} from './history-objects.ts';

type Found = Pick<KnownDetection, 'content' | 'sample'> & PlacedSecret;

const placeOf = (a: HistoricPlace, b: HistoricPlace): HistoricPlace => {
  if (a === 'head' || b === 'head') return 'head';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'gone';
};

/** Adds a later place of a secret to its first one; the secret counts as outside of tests if any place is. */
const addPlace = (first: Found, { count, place, sample }: Found): void => {
  first.count += count;
  first.place = placeOf(first.place, place);
  if (!sample) delete first.sample;
};

/**
 * Adds a secret to those that were found before. A file has many versions, so that one secret is found very often:
 * it is kept once, with file and commit of the first one, and as outside of tests if any file is.
 */
export const addSecret = <T extends Found>(found: Map<string, T>, secret: T): void => {
  const first = found.get(secret.content);
  if (first) addPlace(first, secret);
  else found.set(secret.content, secret);
};

/** The limit of lists that are open at a time, each of which is a connection. */
const listsAtOnce = 16;

type MergingBlobs = Pick<BlobReader<'work'>, 'open'> & BlobStreamer<'work'>;

/** Yields the secrets of sorted lists, each once, as in the first list that has it. */
async function* mergeOpen(
  lists: readonly AsyncIterator<HistoricDetection>[],
): AsyncGenerator<HistoricDetection> {
  const heads = await Promise.all(lists.map(async (list) => (await list.next()).value as Head));
  for (;;) {
    let first: HistoricDetection | undefined;
    for (const head of heads) if (head && (!first || head.content < first.content)) first = head;
    if (!first) return;
    const { content } = first;
    const merged = { ...first, count: 0 };
    for (const [index, list] of lists.entries()) {
      const head = heads[index];
      if (head?.content !== content) continue;
      addPlace(merged, head);
      heads[index] = (await list.next()).value as Head;
    }
    yield merged;
  }
}
type Head = HistoricDetection | undefined;

/** Opens lists and merges them. */
async function* mergeKeys(
  keys: readonly BlobKey<'work'>[],
  blobs: MergingBlobs,
): AsyncGenerator<HistoricDetection> {
  const bodies = await Promise.all(
    keys.map(async (key) => {
      const body = await blobs.open(key);
      if (!body) throw new Error('a list of secrets of the history is not there');
      return body;
    }),
  );
  try {
    yield* mergeOpen(bodies.map((body) => jsonLines<HistoricDetection>(body)));
  } finally {
    for (const body of bodies) body.destroy();
  }
}

/**
 * Yields the secrets of any number of lists that are sorted by content: each secret once, with all of its places, as
 * in the first list that has it. It holds one secret of some lists, and merges more of them through objects.
 */
export async function* mergeSecrets(
  ref: HistoryRef,
  lists: readonly BlobKey<'work'>[],
  blobs: MergingBlobs,
): AsyncGenerator<HistoricDetection> {
  let keys = lists;
  for (let round = 1; keys.length > listsAtOnce; round += 1) {
    const merged: BlobKey<'work'>[] = [];
    for (let start = 0; start < keys.length; start += listsAtOnce) {
      const key = mergedKey(ref, round, merged.length);
      await blobs.putStream(key, lineStream(mergeKeys(keys.slice(start, start + listsAtOnce), blobs)));
      merged.push(key);
    }
    keys = merged;
  }
  yield* mergeKeys(keys, blobs);
}
