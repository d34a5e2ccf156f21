import { rememberRefusal } from '@scangate/domain/audit/refusal';
import type { Caller } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { now } from '../clock.ts';
import { errorFields, log } from '../log.ts';

/** A 403 waits no longer than this for its row; it goes out without one rather than late. */
const patienceMs = 250;
const maxKnown = 1_000;

/**
 * Remembers refusals (403) of a known person for the audit log. It asks the store once an hour for a person and endpoint, and
 * nothing that goes wrong reaches the client.
 */
export const openRefusalMemory = (
  endpoint: string,
  store: () => Pick<Store<'refusal'>, 'commit'>,
): ((thrown: unknown, callerOf: () => Caller) => Promise<void>) => {
  const known = new Set<string>();
  return async (thrown, callerOf) => {
    if (!(thrown instanceof Problem) || thrown.status !== 403) return;
    const caller = callerOf();
    const at = now().toISOString();
    const key = [caller.organizationId, caller.personId, at.slice(0, 13)].join('#');
    if (known.has(key)) return;
    if (known.size >= maxKnown) known.clear();
    known.add(key);
    try {
      const change = rememberRefusal(caller, { endpoint, code: thrown.code, at });
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
