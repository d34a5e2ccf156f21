import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { RecordName } from '@scangate/domain/change';

const kinds = Object.keys(recordLayouts) as RecordName[];

/** Every record of every kind: what a refused request must leave as it was. */
export const allRecords = (store: MemoryStore): Record<string, unknown[]> =>
  Object.fromEntries(kinds.map((kind) => [kind, store.all(kind)]));
