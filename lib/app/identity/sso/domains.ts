import type { Caller } from '@scangate/domain/identity/caller';
import { invalidField } from '@scangate/domain/invalid-field';
import { normalizeDomain, proofName, proofText } from '@scangate/domain/identity/sso/domain-name';
import * as rules from '@scangate/domain/identity/sso/organization-domains';
import { Problem } from '@scangate/domain/problem';
import type { OrganizationDomain } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import type { TxtRecords } from '#ports/identity/txt-records.ts';

type DomainStore = Pick<
  Store<'organizationDomain' | 'domainClaim' | 'organization' | 'auditEvent' | 'mail'>,
  'get' | 'list' | 'commit'
>;

/** The random bytes of a proof, whose text has 32 characters. */
const verificationBytes = 16;

/** Lists the domains of an organization, verified or not. */
export const listDomains = async (
  store: Pick<DomainStore, 'list'>,
  organizationId: string,
): Promise<OrganizationDomain[]> => {
  const domains = await Array.fromAsync(
    listAll(store, { list: 'organizationDomains', owner: { organizationId }, consistent: true }),
  );
  return domains.filter(rules.isKept);
};

/** @throws Problem domain_not_found */
const loadDomain = async (
  store: Pick<DomainStore, 'get'>,
  { organizationId }: Caller,
  text: string,
): Promise<OrganizationDomain> => {
  const domain = normalizeDomain(text);
  const found =
    domain === undefined
      ? undefined
      : await store.get('organizationDomain', { organizationId, domain }, { consistent: true });
  if (!rules.isKept(found)) throw new Problem('domain_not_found');
  return found;
};

const domainInvalid = (): Problem =>
  invalidField('/domain', 'A domain is a name of at least two labels, such as example.com.');

/**
 * Adds a domain with a new proof. A domain that is already there is left unchanged.
 * @throws Problem validation_failed, or conflict at the limit.
 */
export const addDomain = async (
  { store, ids }: { store: DomainStore; ids: Ids },
  { caller, domain: text }: { caller: Caller; domain: string },
  now: Date,
): Promise<{ domain: OrganizationDomain; isNew: boolean }> => {
  const domain = normalizeDomain(text);
  if (domain === undefined) throw domainInvalid();
  const { organizationId } = caller;
  const kept = await listDomains(store, organizationId);
  const existing = kept.find((other) => other.domain === domain);
  if (existing) return { domain: existing, isNew: false };
  if (kept.length >= rules.maxDomains)
    throw new Problem('conflict', { detail: `An organization has at most ${rules.maxDomains} domains.` });
  const verification = Buffer.from(ids.bytes(verificationBytes)).toString('hex');
  const added = { organizationId, domain, verification, createdAt: now.toISOString() };
  await commitOrThrow(store, rules.addDomain(caller, added));
  return { domain: added, isNew: true };
};

/**
 * Returns whether DNS has the proof of a domain.
 * @throws Transient when DNS does not respond.
 */
export const isProven = async (
  { domain, verification }: OrganizationDomain,
  txtRecords: TxtRecords,
): Promise<boolean> => (await txtRecords.lookUp(proofName(domain))).includes(proofText(verification));

/**
 * Verifies a domain by its proof in DNS.
 * @throws Problem domain_not_found, domain_not_verified or domain_taken.
 */
export const verifyDomain = async (
  { store, txtRecords }: { store: DomainStore; txtRecords: TxtRecords },
  { caller, domain: text }: { caller: Caller; domain: string },
  now: Date,
): Promise<OrganizationDomain> => {
  const found = await loadDomain(store, caller, text);
  if (!(await isProven(found, txtRecords))) {
    const { record } = rules.domainView(found);
    throw new Problem('domain_not_verified', {
      detail: `DNS has no TXT record ${record.name} with ${record.value}. A new record may take a while to become visible.`,
      record,
    });
  }
  await commitOrThrow(store, rules.verifyDomain(caller, found, now.toISOString()));
  return loadDomain(store, caller, found.domain);
};

/**
 * Removes a domain. The last one is kept while single sign-on is enforced, or nobody could sign in.
 * @throws Problem domain_not_found or conflict.
 */
export const removeDomain = async (
  store: DomainStore,
  { caller, domain: text }: { caller: Caller; domain: string },
  now: Date,
): Promise<void> => {
  const { organizationId } = caller;
  const found = await loadDomain(store, caller, text);
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  const verified = (await listDomains(store, organizationId)).filter(rules.isVerified);
  const isLast = rules.isVerified(found) && verified.length === 1;
  if (isLast && organization?.accessPolicy?.enforced)
    throw new Problem('conflict', {
      detail: 'This is the last verified domain, and the sign-on is enforced. Lift the enforcement first.',
    });
  await commitOrThrow(store, rules.removeDomain(caller, found, now.toISOString()));
};
