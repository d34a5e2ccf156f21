import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { addDirectoryToken } from '#app/identity/scim/directory-tokens.ts';
import { addDomain, verifyDomain } from '#app/identity/sso/domains.ts';
import { changeSso } from '#app/identity/sso/sso-settings.ts';
import { dnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { ids } from '#runtime/ids.ts';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import { addMember } from '@scangate/domain/identity/members';
import { scopes } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { proofName, proofText } from '@scangate/domain/identity/sso/domain-name';
import type { IdentityEmulator } from '@scangate/emulator-identity/identity-emulator';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';
import type { CloudContext } from '../start.ts';
import { demoPerson, regulatedDomain, regulatedGroups } from './demo-people.ts';

const stored = z.object({
  organizationId: z.string(),
  ownerId: z.string(),
  directoryToken: z.string().optional(),
});
type Stored = z.infer<typeof stored>;

interface RegulatedDemo {
  organizationId: string;
  domain: string;
  /** The address at which a person of the domain signs in with the identity provider. */
  signInUrl: string;
  /** A directory provisions people there (SCIM 2.0), with this token. */
  directory: { url: string; token: string };
}

export interface RegulatedDemoParts {
  store: Store;
  cloud: CloudContext;
  /** Creates an organization on that plan. @returns its id, and the id of its owner. */
  createOrganization: (now: Date) => Promise<Stored>;
}

const fileOf = ({ data }: CloudContext): string => join(data, 'regulated-demo.json');

const keep = (cloud: CloudContext, demo: Stored): void =>
  writeFileAtomically(fileOf(cloud), JSON.stringify(demo), 0o600);

/** The demo of an earlier call, unless its organization was lost with the database. */
const earlier = async ({ store, cloud }: RegulatedDemoParts): Promise<Stored | undefined> => {
  try {
    const found = stored.parse(JSON.parse(readFileSync(fileOf(cloud), 'utf8')));
    const { organizationId } = found;
    return (await store.get('organization', { organizationId })) ? found : undefined;
  } catch (error) {
    // There is no usable demo yet, so a new one is created.
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const ownerOf = ({ organizationId, ownerId }: Stored, now: Date): Caller => ({
  organizationId,
  billingAccountId: organizationId,
  personId: ownerId,
  role: 'owner',
  plan: 'Regulated',
  tokenKind: 'session',
  tokenId: 'local',
  scopes,
  signedInAt: now.toISOString(),
});

/** Verifies the domain with a record of the local name server. */
const proveDomain = async (
  { store, cloud }: RegulatedDemoParts,
  caller: Caller,
  now: Date,
): Promise<void> => {
  const { emulator } = cloud.identity;
  const { domain } = await addDomain({ store, ids }, { caller, domain: regulatedDomain }, now);
  if (domain.verifiedAt !== undefined) return;
  emulator.setTextRecords(proofName(domain.domain), [proofText(domain.verification)]);
  const txtRecords = dnsTxtRecords([emulator.dnsServer]);
  await verifyDomain({ store, txtRecords }, { caller, domain: domain.domain }, now);
};

const certificatesOf = async (emulator: IdentityEmulator, path: string): Promise<string[]> => {
  const metadata = await (await fetch(`${emulator.identityProviderOf(path)}/metadata`)).text();
  return [...metadata.matchAll(/X509Certificate>([^<]+)</g)].map(([, certificate = '']) => certificate);
};

/** Lets people of the domain sign in with the identity provider; their groups determine the roles. */
const setIdentityProvider = async (
  { store, cloud }: RegulatedDemoParts,
  caller: Caller,
  now: Date,
): Promise<void> => {
  const { emulator } = cloud.identity;
  const path = 'okta';
  const entityId = emulator.identityProviderOf(path);
  const certificates = await certificatesOf(emulator, path);
  const issuer = { kind: 'saml' as const, entityId, signInUrl: `${entityId}/sso`, certificates };
  const request = { issuer, roles: { claim: 'groups', values: regulatedGroups } };
  const ssoSecrets = { encrypt: () => Promise.reject(new Error('A SAML identity provider has no secret.')) };
  await changeSso({ store, ssoSecrets }, { caller, request, ifMatch: '*' }, now);
};

/** The token of the directory, which is created once. */
const directoryTokenOf = async (
  { store, cloud }: RegulatedDemoParts,
  { demo, caller }: { demo: Stored; caller: Caller },
  now: Date,
): Promise<string> => {
  if (demo.directoryToken !== undefined) return demo.directoryToken;
  const { token } = await addDirectoryToken({ store, ids }, { caller, name: 'local directory' }, now);
  keep(cloud, { ...demo, directoryToken: token });
  return token;
};

/** Makes the owner of the first demo an owner here too, so that there is an organization to switch to. */
const addDemoOwner = async ({ store, cloud }: RegulatedDemoParts, { organizationId }: Stored, now: Date) => {
  const { subject, email } = demoPerson('owner');
  const hash = identityHash({ issuer: cloud.identity.signIn.issuer, subject });
  const identity = await store.get('identity', { identityHash: hash });
  if (!identity) return;
  const { personId } = identity;
  if (await store.get('member', { organizationId, personId })) return;
  const member = { organizationId, personId, email, role: 'owner' as const, joinedAt: now.toISOString() };
  await commitOrThrow(store, addMember({ kind: 'system' }, member));
};

/**
 * Creates an organization of the plan Regulated whose people sign in at the local SAML identity provider, or completes
 * the one of an earlier call.
 */
export const setUpRegulatedDemo = async (parts: RegulatedDemoParts, now: Date): Promise<RegulatedDemo> => {
  const { cloud } = parts;
  const found = await earlier(parts);
  const demo = found ?? (await parts.createOrganization(now));
  if (!found) keep(cloud, demo);
  const caller = ownerOf(demo, now);
  // The first request to the identity provider links the owner of the first demo.
  await certificatesOf(cloud.identity.emulator, 'okta');
  await proveDomain(parts, caller, now);
  await setIdentityProvider(parts, caller, now);
  await addDemoOwner(parts, demo, now);
  const token = await directoryTokenOf(parts, { demo, caller }, now);
  const { publicUrl } = cloud.identity.signIn;
  return {
    organizationId: demo.organizationId,
    domain: regulatedDomain,
    signInUrl: `${publicUrl}/v1/session/start?email=admin@${regulatedDomain}`,
    directory: { url: `${publicUrl}/scim/v2`, token },
  };
};
