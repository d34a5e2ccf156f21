import { createHash } from 'node:crypto';
import type {
  AuthorizationAnswer,
  OrganizationIssuer,
  SignInClaims,
  SignInProvider,
} from '#ports/identity/sign-in.ts';
import { SignInFailure } from '#ports/identity/sign-in.ts';
import { ids } from './ids.ts';

type AuthorizationRequest = Parameters<SignInProvider['authorizationUrl']>[0];

/** A code, and everything that binds it to the request for it. */
interface IssuedCode {
  claims: SignInClaims;
  clientId: string | null;
  state: string | null;
  nonce: string | null;
  challenge: string | null;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The subject of an address at the issuer. */
export const subjectOf = (email: string): string => `subject of ${email}`;

/** The secret of an organization's client at its own issuer. */
export const clientSecretOf = (clientId: string): string => `secret-of-${clientId}`;

/**
 * An issuer at which everybody has an account, and that has verified all addresses. A code is good once. It stands for the own
 * issuers of organizations as well, each of which only takes its own codes, from its own client.
 */
export class IdentityProvider {
  readonly issuer = 'https://login.example.com';
  readonly #codes = new Map<string, IssuedCode>();
  /** The addresses of those who signed in, by their codes. */
  readonly emails = new Map<string, string>();

  /** The address to which the service sends a browser. */
  authorizationUrl(
    { state, nonce, verifier, redirectUri }: AuthorizationRequest,
    own?: Omit<OrganizationIssuer, 'secret'>,
  ): string {
    const challenge = challengeOf(verifier);
    const client = { ...(own && { client_id: own.clientId }) };
    const query = new URLSearchParams({ state, nonce, challenge, redirect_uri: redirectUri, ...client });
    return `${own?.issuer ?? this.issuer}/authorize?${query}`;
  }

  /** A person signs in at the issuer. @returns the parameters with which the browser goes back. */
  authenticate(location: string, email: string, now: number): { code: string; state: string } {
    const { searchParams: query, origin: issuer } = new URL(location);
    const code = ids.uuid();
    const [state, nonce, challenge] = [query.get('state'), query.get('nonce'), query.get('challenge')];
    const authTime = new Date(now).toISOString();
    const claims = { issuer, subject: subjectOf(email), email, emailVerified: true, authTime };
    const clientId = query.get('client_id');
    this.emails.set(code, email);
    this.#codes.set(code, {
      claims: { ...claims, amr: ['pwd'], claims: {} },
      clientId,
      state,
      nonce,
      challenge,
    });
    return { code, state: state ?? '' };
  }

  /** @throws SignInFailure for a code that is used, or was given for another request, to another client or by another issuer. */
  exchange(
    { callbackUrl, state, nonce, verifier }: AuthorizationAnswer,
    own?: OrganizationIssuer,
  ): SignInClaims {
    const code = new URL(callbackUrl).searchParams.get('code') ?? '';
    const issued = this.#codes.get(code);
    this.#codes.delete(code);
    const isBound =
      issued?.state === state && issued.nonce === nonce && issued.challenge === challengeOf(verifier);
    const isOfClient =
      issued?.claims.issuer === (own?.issuer ?? this.issuer) &&
      issued.clientId === (own?.clientId ?? null) &&
      (!own || own.secret === clientSecretOf(own.clientId));
    if (!isBound || !isOfClient) throw new SignInFailure('the code is not good for this request');
    return issued.claims;
  }
}
