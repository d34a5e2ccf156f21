import {
  provisionOrganization as planOrganization,
  requirePayingParent,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { issueToken } from '@scangate/domain/identity/issue-token';
import { scopesOfRole } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';

export interface ProvisionPorts {
  store: Pick<Store, 'get' | 'commit'>;
  ids: Ids;
}

export interface ProvisionRequest extends NewOrganization {
  organizationId: string;
  ownerEmail: string;
}

/**
 * Creates an organization with its first owner, pools and token. The result holds the owner's token, which is shown this
 * once.
 * @throws Problem conflict when an organization with this id exists.
 */
export const provisionOrganization = async (
  { organizationId, ownerEmail, ...organization }: ProvisionRequest,
  { store, ids }: ProvisionPorts,
  now: Date,
) => {
  const at = now.toISOString();
  const { parent } = organization;
  if (parent) requirePayingParent(await store.get('organization', { organizationId: parent }));
  const owner = { personId: ids.uuid(), role: 'owner' as const, email: ownerEmail };
  const { secret, token } = issueToken({
    request: { kind: 'personal', name: 'first owner' },
    issuer: {
      organizationId,
      billingAccountId: parent ?? organizationId,
      ...owner,
      scopes: scopesOfRole('owner'),
    },
    tokenId: ids.uuid(),
    random: ids.bytes(60),
    now: at,
  });
  const exists = () => new Problem('conflict', { detail: 'An organization with this id exists.' });
  const plan = planOrganization(organization, { organizationId, people: [owner], createdAt: at });
  const changes = plan.map((change) =>
    change.record === 'organization' ? { ...change, onConflict: exists } : change,
  );
  await commitOrThrow(store, [...changes, { change: 'insert', record: 'token', item: token }]);
  return { organizationId, personId: owner.personId, token: secret };
};
