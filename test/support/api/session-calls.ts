import { identityHash } from '@scangate/domain/identity/identity-hash';
import { startSession } from '@scangate/domain/identity/sessions/start-session';
import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { claimsOf, fakeSignIn, issuer, type FakeSignIn } from '../identity/fake-sign-in.ts';
import { noon, testIds, write, type TestOrganization } from '../world.ts';
import { call, world, type ApiResponse, type CallOptions } from './call-endpoint.ts';

/** The first cookie that an answer sets: the one with the secret. */
export const setCookieOf = ({ headers }: Pick<ApiResponse, 'headers'>): { pair: string; line: string } => {
  const [line = ''] = (headers['Set-Cookie'] ?? '').split('\n');
  return { pair: line.split(';', 1)[0] ?? '', line };
};

/** Puts an issuer that knows these people into the world. */
export const withIssuer = (...[people, signUp]: Parameters<typeof fakeSignIn>): FakeSignIn => {
  const fake = fakeSignIn(people, signUp);
  world.signIn = fake;
  return fake;
};

interface Started {
  /** The cookie that binds the sign-in to the browser. */
  cookie: string;
  state: string;
}

/** Starts a sign-in of a browser, with the cookies that it has. */
export const start = async (query: CallOptions['query'] = {}, cookies: string[] = []): Promise<Started> => {
  const answer = await call('start-sign-in', { query, headers: { Cookie: cookies.join('; ') } });
  if (answer.status !== 303) throw new Error(`the sign-in did not start: ${answer.text}`);
  const state = new URL(answer.headers['Location'] ?? '').searchParams.get('state') ?? '';
  return { cookie: setCookieOf(answer).pair, state };
};

/** Brings the answer of the issuer back. The code is the subject. */
export const bringBack = (
  { cookie, state }: Started,
  {
    subject,
    headers,
    ...more
  }: { subject: string; headers?: Record<string, string> } & Record<string, unknown>,
): Promise<ApiResponse> =>
  call('complete-sign-in', {
    query: { state, code: subject, iss: issuer, ...(more as Record<string, string>) },
    headers: { Cookie: cookie, ...headers },
  });

/** Signs somebody in whom the issuer knows. */
export const signIn = async (subject: string, query: CallOptions['query'] = {}, cookies: string[] = []) =>
  bringBack(await start(query, cookies), { subject });

/** Makes a member of an organization somebody whom the issuer knows. */
export const linkMember = async (
  organization: TestOrganization,
  role: Role,
  subject: string = role,
): Promise<string> => {
  const { personId } = organization.as(role);
  const hash = identityHash({ issuer, subject });
  const known = await world.store.get('person', { personId });
  await write(world.store, [
    {
      change: 'insert',
      record: 'identity',
      item: { identityHash: hash, personId, createdAt: noon.toISOString() },
    },
    ...(known
      ? []
      : [
          {
            change: 'insert' as const,
            record: 'person' as const,
            item: {
              personId,
              email: `${role}@example.com`,
              createdAt: noon.toISOString(),
              identities: [hash],
            },
          },
        ]),
  ]);
  world.signIn ??= fakeSignIn();
  (world.signIn as FakeSignIn).codes.set(subject, claimsOf(subject));
  return personId;
};

/** Starts a stored session of a member, as a sign-in at noon does. */
export const startedSession = async (
  organization: TestOrganization,
  role: Role,
): Promise<{ caller: Caller; cookie: string }> => {
  const caller = organization.as(role, 'session');
  const { organizationId, personId } = caller;
  const [stored, person] = await world.store.load([
    { record: 'organization', id: { organizationId } },
    { record: 'person', id: { personId } },
  ] as const);
  if (!stored) throw new Error('there is no organization');
  const { secret, changes } = startSession({
    person: person ?? {
      personId,
      email: `${role}@example.com`,
      createdAt: noon.toISOString(),
      identities: [],
    },
    isNewPerson: !person,
    member: { role },
    organization: stored,
    signedIn: { at: noon.toISOString(), amr: ['pwd'] },
    tokenId: caller.tokenId,
    random: testIds.bytes(60),
    now: noon,
  });
  await write(world.store, changes);
  return { caller: { ...caller, signedInAt: noon.toISOString() }, cookie: `__Host-scangate=${secret}` };
};
