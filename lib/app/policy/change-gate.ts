import type { Caller } from '@scangate/domain/identity/roles';
import * as rules from '@scangate/domain/policy/gate-settings';
import { Problem } from '@scangate/domain/problem';
import type { Organization } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';

/** Loads the organization with its gate settings. */
export const loadGate = async (
  store: Pick<Store<'organization'>, 'get'>,
  organizationId: string,
): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('not_found');
  return organization;
};

/**
 * Changes the gate settings of the caller's organization.
 * @param ifMatch the ETag under which the caller read them.
 * @returns the organization with the settings as they are now.
 * @throws Problem precondition_required, etag_mismatch or entitlement_denied.
 */
export const changeGate = async (
  store: Pick<Store<'organization' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, change, ifMatch }: { caller: Caller; change: rules.GateChange; ifMatch: string | undefined },
  now: Date,
): Promise<Organization> => {
  const changed = rules.changeGate({
    organization: await loadGate(store, caller.organizationId),
    caller,
    change,
    ifMatch,
    now: now.toISOString(),
  });
  await commitOrThrow(store, changed.changes);
  return changed.organization;
};
