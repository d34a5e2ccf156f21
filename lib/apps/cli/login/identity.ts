import type { Client } from '@scangate/client';

/** The person and the organization of a credential. */
export interface ShownIdentity {
  personId: string;
  email: string;
  /** Absent for a person without a membership. */
  organization?: { organizationId: string; name: string; role: string };
}

/** Asks the service for the identity of the credential. */
export const readIdentity = async (client: Client, signal: AbortSignal): Promise<ShownIdentity> => {
  const { body } = await client.call('get-me', { signal });
  const { personId, email, memberships } = body;
  const [membership] = memberships;
  if (!membership) return { personId, email };
  const { organizationId, name, role } = membership;
  return { personId, email, organization: { organizationId, name, role } };
};

/** Names a person and the organization in a sentence. */
export const identityText = ({ email, organization }: ShownIdentity): string =>
  organization ? `${email}, ${organization.role} of ${organization.name}` : email;
