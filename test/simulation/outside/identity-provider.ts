import { createHash } from 'node:crypto';
import type { AuthorizationAnswer, SignInClaims, SignInProvider } from '#ports/identity/sign-in.ts';
import { SignInFailure } from '#ports/identity/sign-in.ts';
import { ids } from './ids.ts';

type AuthorizationRequest = Parameters<SignInProvider['authorizationUrl']>[0];

/** A code, and everything that binds it to the request for it. */
interface IssuedCode {
  claims: SignInClaims;
  state: string | null;
  nonce: string | null;
  challenge: string | null;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The subject of an address at the issuer. */
export const subjectOf = (email: string): string => `subject of ${email}`;

/** An issuer at which everybody has an account, and that has verified all addresses. A code is good once. */
export class IdentityProvider {
  readonly issuer = 'https://login.example.com';
  readonly #codes = new Map<string, IssuedCode>();

  /** The address to which the service sends a browser. */
  authorizationUrl({ state, nonce, verifier, redirectUri }: AuthorizationRequest): string {
    const challenge = challengeOf(verifier);
    const query = new URLSearchParams({ state, nonce, challenge, redirect_uri: redirectUri });
    return `${this.issuer}/authorize?${query}`;
  }

  /** A person signs in at the issuer. @returns the parameters with which the browser goes back. */
  authenticate(location: string, email: string, now: number): { code: string; state: string } {
    const query = new URL(location).searchParams;
    const code = ids.uuid();
    const [state, nonce, challenge] = [query.get('state'), query.get('nonce'), query.get('challenge')];
    const authTime = new Date(now).toISOString();
    const { issuer } = this;
    const claims = { issuer, subject: subjectOf(email), email, emailVerified: true, authTime };
    this.#codes.set(code, { claims: { ...claims, amr: ['pwd'], claims: {} }, state, nonce, challenge });
    return { code, state: state ?? '' };
  }

  /** @throws SignInFailure for a code that is used or was given for another request. */
  exchange({ callbackUrl, state, nonce, verifier }: AuthorizationAnswer): SignInClaims {
    const code = new URL(callbackUrl).searchParams.get('code') ?? '';
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const isBound =
      issued?.state === state && issued.nonce === nonce && issued.challenge === challengeOf(verifier);
    if (!isBound) throw new SignInFailure('the code is not good for this request');
    return issued.claims;
  }
}
