import type { Change, RecordName } from '@scangate/domain/record-changes';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import { Conflict } from '@scangate/domain/conflict';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import { startSession } from '@scangate/domain/identity/sessions/start-session';
import { moveIdentity } from '@scangate/domain/identity/sso/move-identity';
import { requireNotErased } from '@scangate/domain/offboarding/require-not-erased';
import type { Identity, SignIn, Token } from '@scangate/domain/records';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { openOrganization } from './open-organization.ts';
import { signInFailed } from './sign-in-refusal.ts';
import type { Opening, SignInAnswer, SignInPorts, SignUpSetting } from './sign-in-subject.ts';

/** Thrown when the same subject signed in for the first time elsewhere, at the same moment. */
class IdentityConflict extends Conflict {}

const consistent = { consistent: true } as const;

/** @throws SignInRefusal unless the response belongs to a sign-in that this browser has in progress. */
const requireLive = (signIn: SignIn | undefined, answer: SignInAnswer, now: Date): SignIn => {
  const { browserHash, protocol, issuerOf } = answer;
  const fail = (reason: string) => signInFailed(reason, issuerOf);
  if (!signIn || signIn.protocol !== protocol || signIn.issuerOf !== issuerOf) throw fail('state_unknown');
  if (signIn.browserHash !== browserHash) throw fail('other_browser');
  if (signIn.usedAt !== undefined) throw fail('state_used');
  if (signIn.expiresAt <= now.toISOString()) throw fail('too_late');
  return signIn;
};

/** Marks the sign-in as used, and the identity as this person's. */
const bookSignIn = (
  { signIn, identity, hash }: { signIn: SignIn; identity: Identity | undefined; hash: string },
  { person, former, organization }: Opening,
  at: string,
): Change<'signIn' | 'identity' | 'person'>[] => {
  const { organizationId } = organization;
  const { issuerOf, stateHash } = signIn;
  const used: Change<'signIn'> = {
    change: 'update',
    record: 'signIn',
    id: { stateHash },
    set: { usedAt: at },
    when: [{ field: 'usedAt', is: 'absent' }],
    onConflict: () => signInFailed('state_used', issuerOf),
  };
  if (!identity) {
    const item: Identity = {
      identityHash: hash,
      personId: person.personId,
      createdAt: at,
      ...(issuerOf !== undefined && { organizationId: issuerOf }),
      lastOrganizationId: organizationId,
    };
    return [
      used,
      { change: 'insert', record: 'identity', item, onConflict: () => new IdentityConflict(hash) },
    ];
  }
  if (former) return [used, ...moveIdentity(identity, { from: former, to: person, organizationId })];
  if (identity.lastOrganizationId === organizationId) return [used];
  return [
    used,
    {
      change: 'update',
      record: 'identity',
      id: { identityHash: hash },
      set: { lastOrganizationId: organizationId },
    },
  ];
};

/** The session that a sign-in replaces: that of the browser that started it, if it still belongs to the person. */
const replacedSession = (token: Token | undefined, personId: string) =>
  token?.kind === 'session' &&
  token.personId === personId &&
  token.revokedAt === undefined &&
  token.expiresAt !== undefined
    ? { ...token, expiresAt: token.expiresAt }
    : undefined;

/** Emits that a person joins by this sign-in: by an invitation, or by the organization's own issuer. */
const notifyJoined = (
  { organization, changes }: Opening,
  { issuerOf }: SignInAnswer,
): Change<'storedEvent'>[] => {
  const by = issuerOf === undefined ? 'invitation' : 'sso';
  return changes.flatMap((change) => {
    if (change.record !== 'member' || change.change !== 'insert') return [];
    const { item: after } = change;
    return membershipChanged(organization, { before: undefined, after, by }, after.joinedAt);
  });
};

const attempt = async (
  ports: SignInPorts,
  answer: SignInAnswer,
  { signUp, now }: { signUp: SignUpSetting; now: Date },
) => {
  const { store, ids } = ports;
  const { subject, stateHash, issuerOf, userAgent } = answer;
  const hash = identityHash({ ...subject, organizationId: issuerOf });
  const [found, identity] = await store.load(
    [
      { record: 'signIn', id: { stateHash } },
      { record: 'identity', id: { identityHash: hash } },
    ] as const,
    consistent,
  );
  const signIn = requireLive(found, answer, now);
  const tokenId = ids.uuid();
  const { opening, browserSession } = await openOrganization(
    ports,
    { answer, signIn, identity, tokenId, signUp },
    now,
  );
  const { person, member, organization } = opening;
  const { secret, changes } = startSession({
    person: person.identities.includes(hash)
      ? person
      : { ...person, identities: [...person.identities, hash] },
    isNewPerson: !opening.isStored,
    member,
    organization,
    signedIn: { at: subject.signedInAt, amr: subject.amr, issuerOf, identityHash: hash },
    replaces: replacedSession(browserSession, person.personId),
    userAgent,
    tokenId,
    random: ids.bytes(60),
    now,
  });
  const written: Change<Exclude<RecordName, 'ledgerSeal'>>[] = [
    ...bookSignIn({ signIn, identity, hash }, opening, now.toISOString()),
    ...opening.changes,
    ...changes,
    ...notifyJoined(opening, answer),
  ];
  // One that is made here needs no condition, and one that gets an owner has it already (`addOwner`).
  const isWritten = written.some(({ record }) => record === 'organization');
  const { organizationId } = organization;
  await commitOrThrow(store, isWritten ? written : [...written, requireNotErased(organizationId)]);
  return { secret, returnTo: signIn.returnTo };
};

/**
 * Completes a sign-in that an issuer vouched for: finds the person and the organization that it opens, and starts a
 * session in it, all in one transaction (docs/adr/0067-sign-in-and-sign-up.md).
 * @returns the secret for the browser's cookie, and the page to which the browser is redirected.
 * @throws SignInRefusal
 */
export const completeSignIn = (
  ports: SignInPorts,
  answer: SignInAnswer,
  options: { signUp: SignUpSetting; now: Date },
): Promise<{ secret: string; returnTo: string }> =>
  retryOnConflict(limits.completeSignIn, () => attempt(ports, answer, options));
