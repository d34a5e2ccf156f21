import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { RecordName } from '@scangate/domain/record-changes';

const kinds = (Object.keys(recordLayouts) as RecordName[]).filter((kind) => kind !== 'refusal');

/** All records of all kinds but the rows that a 403 leaves for the audit log. A refused request leaves them unchanged. */
export const allRecords = (store: MemoryStore): Record<string, unknown[]> =>
  Object.fromEntries(kinds.map((kind) => [kind, store.all(kind)]));
