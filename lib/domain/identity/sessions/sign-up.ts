import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import type { Member, Organization, Person } from '@scangate/domain/records';

/** The people who may sign up: nobody, everybody with a verified address, or those with an address in one of the domains. */
export type SignUpSetting = { signUp: 'off' } | { signUp: 'open' } | { signUp: 'domains'; domains: string[] };

/** The domain of an address, in lower case. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export type SignUpRefusal =
  | 'sign_up_off'
  | 'address_unverified'
  | 'domain_not_permitted'
  | 'signed_up_before';

/**
 * Returns why a person without an organization may not create one; a Free one may be created once, with a verified
 * address.
 * @returns undefined when the person may.
 */
export const signUpRefusal = (
  setting: SignUpSetting,
  {
    email,
    emailVerified,
    signedUpOrganizationId,
  }: { email: string | undefined; emailVerified: boolean; signedUpOrganizationId?: string | undefined },
): SignUpRefusal | undefined => {
  if (setting.signUp === 'off') return 'sign_up_off';
  if (!emailVerified || email === undefined) return 'address_unverified';
  if (signedUpOrganizationId !== undefined) return 'signed_up_before';
  if (setting.signUp === 'open') return undefined;
  return setting.domains.includes(domainOf(email)) ? undefined : 'domain_not_permitted';
};

type SignUpChange = ReturnType<typeof provisionOrganization>[number] | Change<'auditEvent'>;

/** Creates the Free organization of a person who signs up. It is named later, and the name never contains the address. */
export const signUp = (
  { personId, email }: Person,
  { organizationId, tokenId, now }: { organizationId: string; tokenId: string; now: Date },
): { organization: Organization; member: Member; changes: SignUpChange[] } => {
  const at = now.toISOString();
  const people = [{ personId, email, role: 'owner' as const }];
  const changes = provisionOrganization(
    { name: 'My organization', plan: 'Free' },
    { organizationId, people, createdAt: at },
  );
  const [made] = changes.flatMap((change) =>
    change.change === 'insert' && change.record === 'organization' ? [change.item] : [],
  );
  if (!made) throw new Error('provisioning makes no organization');
  return {
    organization: made,
    member: { organizationId, personId, email, role: 'owner', joinedAt: at },
    changes: [
      ...changes,
      auditEvent({
        organizationId,
        actor: { kind: 'person', personId, role: 'owner', tokenId },
        at,
        action: 'organization.created',
        cause: organizationId,
        target: organizationId,
        after: { plan: 'Free' },
      }),
    ],
  };
};
