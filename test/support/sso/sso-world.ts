import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import type { SsoSettings } from '@scangate/domain/records';
import { world } from '#test/support/api/endpoint-world.ts';
import { newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

/** A caller with a session that signed in just now. */
export const signedIn = (organization: TestOrganization, role: Role = 'owner'): Caller => ({
  ...organization.as(role, 'session'),
  signedInAt: noon.toISOString(),
});

/** An owner who signed in by the issuer of the organization. */
export const signedInBySso = (organization: TestOrganization): Caller => ({
  ...signedIn(organization),
  issuerOf: organization.organizationId,
});

/** Gives an organization a verified domain. */
export const verifiedDomain = (organizationId: string, domain = 'example.com'): Promise<void> => {
  const at = noon.toISOString();
  return write(world.store, [
    {
      change: 'insert',
      record: 'organizationDomain',
      item: { organizationId, domain, verification: 'v', createdAt: at, verifiedAt: at },
    },
    { change: 'insert', record: 'domainClaim', item: { organizationId, domain, claimedAt: at } },
  ]);
};

export const oidcIssuer: SsoSettings['issuer'] = {
  kind: 'oidc',
  issuer: 'https://login.example.com',
  clientId: 'client',
  sealedSecret: 'sealed',
};

/** Stores the sign-on settings of an organization. */
export const storedSso = (
  organizationId: string,
  issuer: SsoSettings['issuer'] = oidcIssuer,
  more: Partial<SsoSettings> = {},
): Promise<void> =>
  write(world.store, [
    {
      change: 'insert',
      record: 'ssoSettings',
      item: { organizationId, issuer, version: 1, changedAt: noon.toISOString(), ...more },
    },
  ]);

/** An organization on Regulated with a verified domain. */
export const regulated = async (): Promise<TestOrganization> => {
  const organization = await newOrganization(world.store, {
    plan: 'Regulated',
    licenses: 10,
    credits: { core: 100, sast: 10 },
  });
  await verifiedDomain(organization.organizationId);
  return organization;
};

/** The actions of the audit log of an organization, oldest first. */
export const actionsOf = async (organizationId: string): Promise<string[]> => {
  const { items } = await world.store.list('auditEvents', { organizationId }, { newestFirst: false });
  return items.map(({ action }) => action);
};
