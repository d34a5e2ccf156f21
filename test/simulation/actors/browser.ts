import { sessionCookieName, signInCookieName } from '#runtime/http/cookies.ts';
import type { World } from '../start/world.ts';
import type { SamlForm } from '../outside/sign-on/saml-provider.ts';
import type { ApiAnswer } from './api.ts';

/** A browser in which somebody signs in. */
interface Browser {
  /** The address with which they do. */
  email: string;
  /** The session that the browser has. */
  session?: string;
  /** The secret of the link of an invitation. */
  invitation?: string;
  /** Whether they sign in at the own issuer of their organization, which is found by the domain of the address. */
  isOwn?: boolean;
  /** The organization whose own issuer they name instead. */
  providerId?: string;
}

/** The end of a sign-in: the secret of the session, or the refusal. */
interface SignedIn {
  secret?: string;
  /** Whether it was refused for good. */
  isRefused?: boolean;
}

const mostTries = 3;
const againMs = 20_000;
/** A person needs so long for a password. */
const typingMs = 30_000;

export const cookieIn = ({ cookies = [] }: ApiAnswer, name: string): string | undefined => {
  const set = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  return set?.slice(name.length + 1).split(';')[0] || undefined;
};

const start = (
  { api }: World,
  { email, session, invitation, isOwn = false, providerId }: Browser,
): Promise<ApiAnswer> => {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    ...(session !== undefined && { Cookie: `${sessionCookieName}=${session}` }),
  };
  const asked = { ...(isOwn && { email }), ...(providerId !== undefined && { providerId }) };
  const query = Object.keys(asked).length > 0 ? { query: asked } : {};
  return invitation === undefined
    ? api.call('start-sign-in', { secret: '', headers, ...query })
    : api.call('start-sign-in-by-post', { secret: '', headers, body: { invitation } });
};

const isRefusal = ({ status }: ApiAnswer): boolean => status >= 400 && status < 500 && status !== 429;

/** A sign-in that waits for the person at an issuer. */
export interface StartedSignIn {
  location: string;
  /** The header by which the service knows the browser. */
  headers: { Cookie: string };
}

/** Starts a sign-in. @returns where the issuer is; else whether it was refused. */
export const startSignIn = async (world: World, browser: Browser): Promise<StartedSignIn | boolean> => {
  const started = await start(world, browser);
  const location = started.headers?.['Location'] ?? started.body['url'];
  const cookie = cookieIn(started, signInCookieName);
  if (typeof location !== 'string' || cookie === undefined) return isRefusal(started);
  await world.scheduler.sleep(1_000 + world.scheduler.draw(typingMs));
  return { location, headers: { Cookie: `${signInCookieName}=${cookie}` } };
};

/** The browser brings the form of a SAML provider back. */
export const postForm = (
  { api }: World,
  { organizationId, form }: SamlForm,
  headers: StartedSignIn['headers'],
): Promise<ApiAnswer> =>
  api.call('complete-saml-sign-in', { secret: '', params: { organizationId }, form: { ...form }, headers });

/** Authenticates at the issuer to which the browser was sent, and goes back. */
export const authenticate = (
  world: World,
  email: string,
  { location, headers }: StartedSignIn,
): Promise<ApiAnswer> => {
  const { api, identity, saml, scheduler } = world;
  const { now } = scheduler;
  if (saml.isAt(location)) return postForm(world, saml.answer(location, email, { now }), headers);
  const query = { ...identity.authenticate(location, email, now) };
  return api.call('complete-sign-in', { secret: '', query, headers });
};

const tryToSignIn = async (world: World, browser: Browser): Promise<SignedIn> => {
  const started = await startSignIn(world, browser);
  if (typeof started === 'boolean') return { isRefused: started };
  const answer = await authenticate(world, browser.email, started);
  const secret = cookieIn(answer, sessionCookieName);
  // A code that was lost on its way is refused when it comes again, and so is the answer of another browser.
  return secret === undefined ? { isRefused: isRefusal(answer) && answer.status !== 400 } : { secret };
};

/** Signs somebody in at the issuer, again where something goes wrong. */
export const signInByBrowser = async (world: World, browser: Browser): Promise<SignedIn> => {
  for (let tries = 1; ; tries += 1) {
    const signedIn = await tryToSignIn(world, browser);
    if (signedIn.secret !== undefined || signedIn.isRefused || tries === mostTries) return signedIn;
    await world.scheduler.sleep(againMs * tries);
  }
};
