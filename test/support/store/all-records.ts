import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { RecordName } from '@scangate/domain/change';

const kinds = Object.keys(recordLayouts) as RecordName[];

/** All records of all kinds. A refused request leaves them unchanged. */
export const allRecords = (store: MemoryStore): Record<string, unknown[]> =>
  Object.fromEntries(kinds.map((kind) => [kind, store.all(kind)]));
