import type { World } from '#test/simulation/start/world.ts';
import type { Organization, Person } from '../organization.ts';

/** The domain of an organization, in which its directory and its own issuer have people. */
export const domainOf = ({ taint }: Pick<Organization, 'taint'>): string => `${taint}.example.com`;

export const isInDomain = (organization: Pick<Organization, 'taint'>, { email }: Person): boolean =>
  email.endsWith(`@${domainOf(organization)}`);

/** An owner proves a domain of the organization. @param secret is a session of theirs. @returns whether it is verified. */
export const proveDomain = async (
  { api, texts }: World,
  organization: Organization,
  { secret, domain = domainOf(organization) }: { secret: string; domain?: string },
): Promise<boolean> => {
  const added = await api.call('add-domain', { secret, body: { domain } });
  const { name, value } = (added.body['record'] ?? {}) as { name?: string; value?: string };
  if (name === undefined || value === undefined) return false;
  texts.set(name, [value]);
  const { status } = await api.call('verify-domain', { secret, params: { domain } });
  return status === 200;
};
