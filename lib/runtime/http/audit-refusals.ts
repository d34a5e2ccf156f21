import { refusalKey, rememberRefusal } from '@scangate/domain/audit/audit-refusal';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { now } from '../clock.ts';
import { errorFields, log } from '../log.ts';

/** A 403 waits no longer than this for its row; it goes out without one rather than late. */
const patienceMs = 250;
const maxKnown = 1_000;

type RefusalStore = Pick<Store<'refusal'>, 'commit'>;
type RefusalMemory = (refusal: Problem, callerOf: () => Caller) => Promise<void>;

/**
 * Remembers refusals (403) of a known person for the audit log. It asks the store once an hour for a person and endpoint, and
 * nothing that goes wrong reaches the client.
 */
export const openRefusalMemory = (endpoint: string, store: () => RefusalStore): RefusalMemory => {
  const known = new Set<string>();
  return async ({ code }, callerOf) => {
    const caller = callerOf();
    const at = now().toISOString();
    const key = Object.values(refusalKey(caller, { endpoint, at })).join('#');
    if (known.has(key)) return;
    if (known.size >= maxKnown) known.clear();
    known.add(key);
    try {
      const change = rememberRefusal(caller, { endpoint, code, at });
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, patienceMs);
      // A failed condition means that the hour has its row.
      await Promise.race([store().commit([change]), patience.promise]);
      clearTimeout(timer);
    } catch (failure) {
      known.delete(key);
      log.warn('a refusal was not remembered', { endpoint, ...errorFields(failure) });
    }
  };
};

const memories = new Map<string, RefusalMemory>();

/** Remembers a refusal by the memory of its endpoint, which the first one opens. */
export const auditRefusal = (
  endpoint: string,
  { refusal, callerOf }: { refusal: Problem; callerOf: () => Caller },
  store: () => RefusalStore,
): Promise<void> => {
  const memory = memories.get(endpoint) ?? openRefusalMemory(endpoint, store);
  memories.set(endpoint, memory);
  return memory(refusal, callerOf);
};
