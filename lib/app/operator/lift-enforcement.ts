import { liftEnforcement as rule } from '@scangate/domain/identity/sso/sso-settings';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadSso } from '../identity/sso/sso-settings.ts';

/**
 * Lifts the enforced sign-on of an organization whose owners are locked out. A repeated call changes nothing.
 * @throws Problem not_found
 */
export const liftEnforcement = async (
  organizationId: string,
  store: Pick<Store<'ssoSettings' | 'organization' | 'auditEvent' | 'mail'>, 'load' | 'commit'>,
  now: Date,
): Promise<{ organizationId: string; lifted: boolean }> => {
  const changes = rule(await loadSso(store, organizationId), now.toISOString());
  if (changes.length > 0) await commitOrThrow(store, changes);
  return { organizationId, lifted: changes.length > 0 };
};
