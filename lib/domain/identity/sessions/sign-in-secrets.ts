import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256 } from '@scangate/engines/model/digest';

/** A sign-in that takes longer than this has failed. */
export const signInMs = 10 * 60_000;

const browserSecretPattern = /^[A-Za-z0-9_-]{43}$/;
const statePattern = /^([0-9a-z]{1,12})\.([0-9a-f-]{36}|-)\.[A-Za-z0-9_-]{22}\.([A-Za-z0-9_-]{43})$/;

/** The secrets of one sign-in. They are derived from the cookie of the browser, so that none of them is stored. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** The code verifier (RFC 7636). */
  verifier: string;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const mac = (browserSecret: string, text: string): string =>
  createHmac('sha256', browserSecret).update(text).digest('base64url');

const secretsOf = (browserSecret: string, state: string): SignInSecrets => ({
  state,
  nonce: mac(browserSecret, `nonce:${state}`),
  verifier: mac(browserSecret, `verifier:${state}`),
});

/** Makes the secret that binds sign-ins to a browser. @param random 32 bytes. */
export const newBrowserSecret = (random: Uint8Array): string => base64url(random.slice(0, 32));

/** Whether a cookie has the form of such a secret. */
export const isBrowserSecret = (text: string | undefined): text is string =>
  text !== undefined && browserSecretPattern.test(text);

/** The form in which the secret and the state are stored. */
export const signInHash = (secret: string): string => sha256(secret);

/**
 * Makes the secrets of a sign-in. `state` says when it began and which issuer is used, signed with the browser's
 * secret.
 * @param random 16 bytes.
 */
export const newSignInSecrets = (
  browserSecret: string,
  { issuerOf, random, now }: { issuerOf: string | undefined; random: Uint8Array; now: Date },
): SignInSecrets => {
  const payload = [now.getTime().toString(36), issuerOf ?? '-', base64url(random.slice(0, 16))].join('.');
  return secretsOf(browserSecret, `${payload}.${mac(browserSecret, `state:${payload}`)}`);
};

export type SignInFault = 'state_unknown' | 'other_browser' | 'too_late';

/** Reads the returned state, with the secret of the browser that returns it. */
export const readState = (
  state: string | undefined,
  browserSecret: string | undefined,
  now: Date,
): { secrets: SignInSecrets; issuerOf: string | undefined } | { fault: SignInFault } => {
  const [, startedAt = '', issuerOf = '', signature = ''] = statePattern.exec(state ?? '') ?? [];
  if (state === undefined || signature === '') return { fault: 'state_unknown' };
  if (!isBrowserSecret(browserSecret)) return { fault: 'other_browser' };
  const payload = state.slice(0, -signature.length - 1);
  const expected = Buffer.from(mac(browserSecret, `state:${payload}`));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return { fault: 'other_browser' };
  if (Number.parseInt(startedAt, 36) + signInMs <= now.getTime()) return { fault: 'too_late' };
  return {
    secrets: secretsOf(browserSecret, state),
    issuerOf: issuerOf === '-' ? undefined : issuerOf,
  };
};
