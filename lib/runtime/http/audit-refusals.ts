import { refusalKey, rememberRefusal } from '@scangate/domain/audit/audit-refusal';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { now } from '../clock.ts';
import { errorFields, log } from '../log.ts';

/** The longest time that a 403 waits for its audit record; after that, it is sent without one. */
const patienceMs = 250;
const maxKnown = 1_000;

type RefusalStore = Pick<Store<'refusal'>, 'commit'>;
type RefusalMemory = (refusal: Problem, callerOf: () => Caller) => Promise<void>;

/**
 * Records refusals (403) of a known person for the audit log. It writes to the store once per hour, person and
 * endpoint, and no failure of it reaches the client.
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
      // A failed condition means that the record of this hour exists.
      await Promise.race([store().commit([change]), patience.promise]);
      clearTimeout(timer);
    } catch (failure) {
      known.delete(key);
      log.warn('a refusal was not recorded', { endpoint, ...errorFields(failure) });
    }
  };
};

const memories = new Map<string, RefusalMemory>();

/** Records a refusal with the memory of its endpoint, which the first refusal opens. */
export const auditRefusal = (
  endpoint: string,
  { refusal, callerOf }: { refusal: Problem; callerOf: () => Caller },
  store: () => RefusalStore,
): Promise<void> => {
  const memory = memories.get(endpoint) ?? openRefusalMemory(endpoint, store);
  memories.set(endpoint, memory);
  return memory(refusal, callerOf);
};
