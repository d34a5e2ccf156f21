import { ApiProblem } from '@scangate/client';

/** Why the page asks for a new sign-in: the session ended, or what somebody does needs a recent one. */
export type SignInReason = 'ended' | 'recent';

/** The sign-in that a refusal asks for. */
export const signInReason = (error: unknown): SignInReason | undefined => {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === 'reauthentication_required') return 'recent';
  return error.status === 401 ? 'ended' : undefined;
};

interface Waiting {
  reason: SignInReason;
  resolve: (isSignedIn: boolean) => void;
}

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly Waiting[]): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

/**
 * Opens the dialog over the page and waits for a sign-in in another tab.
 * @returns whether the same person is signed in again, so that the request may go once more.
 */
export const signInAgain = (reason: SignInReason): Promise<boolean> =>
  new Promise((resolve) => change([...waiting, { reason, resolve }]));

/** Ends the wait of each request, after the sign-in or after the dialog was closed. */
export const endWaiting = (isSignedIn: boolean): void => {
  const ended = waiting;
  change([]);
  for (const { resolve } of ended) resolve(isSignedIn);
};

export const waitingReason = (): SignInReason | undefined => waiting[0]?.reason;

export const subscribeToWaiting = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
