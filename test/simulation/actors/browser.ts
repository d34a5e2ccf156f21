import { sessionCookieName, signInCookieName } from '#runtime/http/cookies.ts';
import type { World } from '../start/world.ts';
import type { ApiAnswer } from './api.ts';

/** A browser in which somebody signs in. */
interface Browser {
  /** The address with which they do. */
  email: string;
  /** The session that the browser has. */
  session?: string;
  /** The secret of the link of an invitation. */
  invitation?: string;
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

const cookieIn = ({ cookies = [] }: ApiAnswer, name: string): string | undefined => {
  const set = cookies.find((cookie) => cookie.startsWith(`${name}=`));
  return set?.slice(name.length + 1).split(';')[0] || undefined;
};

const start = ({ api }: World, { session, invitation }: Browser): Promise<ApiAnswer> => {
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    ...(session !== undefined && { Cookie: `${sessionCookieName}=${session}` }),
  };
  return invitation === undefined
    ? api.call('start-sign-in', { secret: '', headers })
    : api.call('start-sign-in-by-post', { secret: '', headers, body: { invitation } });
};

const isRefusal = ({ status }: ApiAnswer): boolean => status >= 400 && status < 500 && status !== 429;

const tryToSignIn = async (world: World, browser: Browser): Promise<SignedIn> => {
  const { scheduler, identity, api } = world;
  const started = await start(world, browser);
  const location = started.headers?.['Location'] ?? started.body['url'];
  const cookie = cookieIn(started, signInCookieName);
  if (typeof location !== 'string' || cookie === undefined) return { isRefused: isRefusal(started) };
  await scheduler.sleep(1_000 + scheduler.draw(typingMs));
  const query = { ...identity.authenticate(location, browser.email, scheduler.now) };
  const headers = { Cookie: `${signInCookieName}=${cookie}` };
  const answer = await api.call('complete-sign-in', { secret: '', query, headers });
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
