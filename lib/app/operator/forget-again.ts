import { forgottenOfName, forgottenPeople } from '@scangate/domain/offboarding/forgotten-person';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type { LockedBucket } from '#ports/evidence/ledger-seal-store.ts';
import { forgetPerson, type ForgetStore } from '../identity/me/forget-person.ts';
import { isLastOwner, loadAllMemberships } from '../identity/me/load-memberships.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

interface ForgottenAgain {
  /** The people whose address was removed since the restored instant, and is again. */
  people: string[];
  /** Those of them who are the last owner of an organization in the restored tables, where they stay. */
  lastOwners: { personId: string; organizationId: string }[];
}

interface ForgetAgainPorts {
  store: ForgetStore;
  sealStore: Pick<LockedBucket, 'names'>;
}

/** Removes a person from the restored tables. @returns the organizations that have no other owner. */
const forgetOne = async (personId: string, store: ForgetStore, now: Date): Promise<string[]> => {
  const { live, ended } = await loadAllMemberships({ personId }, store);
  const memberships = { live: live.filter((one) => !isLastOwner(one)), ended };
  const actorOf = () => ({ kind: 'system' }) as const;
  await forgetPerson({ personId, memberships, actorOf }, store, now.toISOString());
  return live.filter(isLastOwner).map(({ organization }) => organization.organizationId);
};

/**
 * Removes the addresses again that were removed after the instant to which the tables were restored, and the people from
 * their organizations. Their ids, which outlive the tables, tell whom. A repeated call changes nothing.
 */
export const forgetAgain = async (
  { restoredTo }: { restoredTo: string },
  { store, sealStore }: ForgetAgainPorts,
  now: Date,
): Promise<ForgottenAgain> => {
  // The id is kept a moment before the tables change.
  const since = addMs(restoredTo, -minuteMs);
  const people = new Set<string>();
  for await (const name of sealStore.names(forgottenPeople)) {
    const { personId, forgottenAt } = forgottenOfName(name);
    if (forgottenAt >= since) people.add(personId);
  }
  const lastOwners: ForgottenAgain['lastOwners'] = [];
  for (const personId of people) {
    const left = await retryOnConflict(limits.forgetAgain, () => forgetOne(personId, store, now));
    lastOwners.push(...left.map((organizationId) => ({ personId, organizationId })));
  }
  return { people: [...people], lastOwners };
};
