import { minuteMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Caller } from '../caller.ts';

/** The time after a sign-in during which irreversible actions are permitted. */
const recentMs = 15 * minuteMs;

/** The URL at which a browser signs in again, in place of its session. */
const signInAgainUrl = '/v1/session/start?recent=true';

const causeOf = ({ tokenKind, signedInAt }: Pick<Caller, 'tokenKind' | 'signedInAt'>): string => {
  if (tokenKind !== 'session') return 'This needs a session with a sign-in from the last 15 minutes.';
  if (signedInAt === undefined)
    return 'The issuer does not state when the person last authenticated (`auth_time`), so no sign-in counts as recent.';
  return 'The sign-in of this session is more than 15 minutes old.';
};

/** @throws Problem reauthentication_required unless the caller signed in recently, according to the issuer. */
export const requireRecentSignIn = (caller: Pick<Caller, 'tokenKind' | 'signedInAt'>, now: Date): void => {
  const { tokenKind, signedInAt } = caller;
  const isRecent = signedInAt !== undefined && now.getTime() - Date.parse(signedInAt) <= recentMs;
  if (tokenKind === 'session' && isRecent) return;
  throw new Problem('reauthentication_required', { detail: causeOf(caller), signInUrl: signInAgainUrl });
};
