import { signUp, signUpRefusal, type SignUpRefusal } from '@scangate/domain/identity/sessions/sign-up';
import type { Identity, Person, SignIn, Token } from '@scangate/domain/records';
import { openByInvitation } from './accept-invitation.ts';
import { chooseOrganization, requirePolicy, type Membership } from './choose-organization.ts';
import { SignInRefusal } from './sign-in-refusal.ts';
import type { Opening, SignInAnswer, SignInPorts, SignUpSetting } from './sign-in-subject.ts';

interface Entrance {
  answer: SignInAnswer;
  signIn: SignIn;
  identity: Identity | undefined;
  tokenId: string;
  signUp: SignUpSetting;
}

/** A placeholder id for which no record exists. It is not empty, because DynamoDB refuses empty keys. */
const nothing = 'nothing';

interface Known {
  person: Person | undefined;
  last: Membership;
  browserSession: Token | undefined;
}

/** Loads the person of an identity, the organization last used, and the session of the browser, in one round trip. */
const loadKnown = async ({ store }: SignInPorts, { identity, signIn }: Entrance): Promise<Known> => {
  const isSomebodyNew = !identity && signIn.renews === undefined;
  if (isSomebodyNew) return { person: undefined, last: {}, browserSession: undefined };
  const personId = identity?.personId ?? nothing;
  const organizationId = identity?.lastOrganizationId ?? nothing;
  const [person, organization, member, account, browserSession] = await store.load(
    [
      { record: 'person', id: { personId } },
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: organizationId } },
      { record: 'token', id: { tokenHash: signIn.renews ?? nothing } },
    ] as const,
    { consistent: true },
  );
  return { person, last: { organization, member, account }, browserSession };
};

const signUpDetails: Record<SignUpRefusal, string> = {
  sign_up_off: 'Nobody has invited you yet. Ask an owner or admin of your organization for an invitation.',
  address_unverified: 'Your address is not verified. Verify it where you sign in, and sign in again.',
  domain_not_permitted: 'Your address is not in a domain that may sign up here. Ask for an invitation.',
  signed_up_before: 'You are no longer a member of any organization. Ask for an invitation.',
};

interface Somebody {
  person: Person;
  isStored: boolean;
}

/** @throws SignInRefusal no_organization */
const openBySignUp = (
  { answer: { subject }, signUp: setting, tokenId }: Entrance,
  somebody: Somebody,
  { organizationId, now }: { organizationId: string; now: Date },
): Opening => {
  const { person } = somebody;
  const { email, emailVerified } = subject;
  const { signedUpOrganizationId } = person;
  const reason = signUpRefusal(setting, { email, emailVerified, signedUpOrganizationId });
  if (reason !== undefined)
    throw new SignInRefusal('no_organization', { reason, detail: signUpDetails[reason] });
  const made = signUp(person, { organizationId, tokenId, now });
  return { ...somebody, ...made, person: { ...person, signedUpOrganizationId: organizationId } };
};

/** Returns the person of the identity, or a new one. An address that the issuer has verified replaces the known one. */
const somebodyOf = (
  { answer: { subject }, identity }: Entrance,
  stored: Person | undefined,
  { personId, now }: { personId: string; now: Date },
): Somebody => {
  const email = subject.emailVerified ? subject.email : undefined;
  const person = stored ?? {
    personId: identity?.personId ?? personId,
    email: '',
    createdAt: now.toISOString(),
    identities: [],
  };
  return { person: { ...person, ...(email !== undefined && { email }) }, isStored: stored !== undefined };
};

const openForEverybody = async (
  { store, ids }: SignInPorts,
  entrance: Entrance,
  { known, now }: { known: Known; now: Date },
): Promise<Opening> => {
  const { answer, identity, signIn, tokenId } = entrance;
  const { subject } = answer;
  const somebody = somebodyOf(entrance, known.person, { personId: ids.uuid(), now });
  const { personId } = somebody.person;
  if (signIn.invitationHash !== undefined) {
    const acceptance = { ...somebody, secretHash: signIn.invitationHash, subject, tokenId };
    const opening = await openByInvitation(store, acceptance, now);
    const facts = { personId, amr: subject.amr, now };
    return { ...opening, organization: await requirePolicy(store, opening.organization, facts) };
  }
  const chosen = identity
    ? await chooseOrganization(store, known.last, { personId, amr: subject.amr, now })
    : undefined;
  return chosen
    ? { ...somebody, ...chosen, changes: [] }
    : openBySignUp(entrance, somebody, { organizationId: ids.uuid(), now });
};

/**
 * Finds the organization that a sign-in opens, and admits the person if an invitation, the organization's own issuer
 * or the sign-up setting permits it.
 * @throws SignInRefusal
 */
export const openOrganization = async (
  ports: SignInPorts,
  entrance: Entrance,
  now: Date,
): Promise<{ opening: Opening; browserSession: Token | undefined }> => {
  const { store, ids, joinBySso } = ports;
  const { answer, tokenId } = entrance;
  const { subject, issuerOf } = answer;
  const known = await loadKnown(ports, entrance);
  const { browserSession } = known;
  if (issuerOf === undefined)
    return { opening: await openForEverybody(ports, entrance, { known, now }), browserSession };
  if (!joinBySso) throw new Error('no sign-on of organizations is wired');
  const joining = { organizationId: issuerOf, subject, person: known.person, tokenId };
  const joined = await joinBySso({ store, ids }, joining, now);
  const facts = { personId: joined.person.personId, issuerOf, amr: subject.amr, now };
  const organization = await requirePolicy(store, joined.organization, facts);
  return { opening: { ...joined, organization }, browserSession };
};
