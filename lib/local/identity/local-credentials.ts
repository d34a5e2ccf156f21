import { randomBytes, randomUUID } from 'node:crypto';
import type { NewMember } from '@scangate/domain/accounts/provision-organization';
import type { Change } from '@scangate/domain/record-changes';
import { issueToken } from '@scangate/domain/identity/issue-token';
import { scopesOfRole, type Role } from '@scangate/domain/identity/roles';
import { startSession } from '@scangate/domain/identity/sessions/start-session';

/** Creates a person with this role, whom no issuer knows. */
export const newPerson = (role: Role): NewMember => {
  const personId = randomUUID();
  return { personId, role, email: `${role}-${personId.slice(0, 8)}@example.com` };
};

interface Holder {
  organizationId: string;
  billingAccountId: string;
  person: NewMember;
  now: Date;
}

interface Issued<R extends 'token' | 'person'> {
  secret: string;
  changes: Change<R>[];
}

/** Issues a token with all scopes of a person's role. */
export const localToken = (
  kind: 'personal' | 'service',
  { organizationId, billingAccountId, person, now }: Holder,
): Issued<'token'> => {
  const { secret, token } = issueToken({
    request: { kind, name: `local ${kind}` },
    issuer: { organizationId, billingAccountId, ...person, scopes: scopesOfRole(person.role) },
    tokenId: randomUUID(),
    random: randomBytes(60),
    now: now.toISOString(),
  });
  return { secret, changes: [{ change: 'insert', record: 'token', item: token }] };
};

/**
 * Starts a session of a new person, as if the person had just signed in. Since nobody signed in, no event is
 * recorded.
 * @returns the value of the session's cookie.
 */
export const localSession = (holder: Holder): Issued<'token' | 'person'> => {
  const { organizationId, billingAccountId, person, now } = holder;
  const { personId, email, role } = person;
  const { secret, changes } = startSession({
    person: { personId, email, createdAt: now.toISOString(), identities: [] },
    isNewPerson: true,
    member: { role },
    organization: { organizationId, billingAccountId },
    signedIn: { at: now.toISOString(), amr: ['pwd'] },
    tokenId: randomUUID(),
    random: randomBytes(60),
    now,
  });
  return { secret, changes: changes.filter((change) => change.record !== 'auditEvent') };
};
