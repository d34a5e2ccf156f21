import { layouts } from '../../lib/adapters/dynamodb/keys.ts';
import type { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { RecordName } from '../../lib/domain/change.ts';

const kinds = Object.keys(layouts) as RecordName[];

/** Every record of every kind: what a refused request must leave as it was. */
export const everythingIn = (store: MemoryStore): Record<string, unknown[]> =>
  Object.fromEntries(kinds.map((kind) => [kind, store.all(kind)]));
