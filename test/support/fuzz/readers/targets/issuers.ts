import { readClaims } from '#adapters/oidc/read-claims.ts';
import { oidcSignIn } from '#adapters/oidc/sign-in-provider.ts';
import { joseVerifier } from '#adapters/jwt/verify-jwt.ts';
import { ciRunOf } from '@scangate/domain/identity/ci-trust/ci-run';
import { claimedRepository } from '@scangate/domain/identity/ci-trust/claimed-repository';
import { explainRule } from '@scangate/domain/identity/ci-trust/explain-rule';
import { judgeTimes } from '@scangate/domain/identity/ci-trust/judge-times';
import { parseJwt } from '@scangate/domain/identity/ci-trust/jwt';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import type { TrustRule } from '@scangate/domain/records';
import { Transient } from '@scangate/domain/problem';
import { SignInFailure, type SignInClaims } from '#ports/identity/sign-in.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { ecKey, edKey, rsaKey, signToken } from '#test/support/identity/ci-tokens.ts';
import { noon } from '#test/support/world.ts';
import { jsonFlaws, type ReaderTarget } from '../reader-target.ts';

const issuer = 'https://issuer.example.com';
const clientId = 'scangate';
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const isNoJson = (error: unknown): boolean => error instanceof SyntaxError;

/** An issuer whose answers to some addresses are given; any other address is unknown. */
const answering =
  (answers: Readonly<Record<string, Uint8Array>>): OutboundFetch =>
  async (url) => {
    const found = answers[String(url)];
    const headers = { 'Content-Type': 'application/json' };
    return new Response(found && Uint8Array.from(found), { status: found ? 200 : 404, headers });
  };

const discovery = json({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});
const discoveryUrl = `${issuer}/.well-known/openid-configuration`;

const seconds = Math.floor(noon.getTime() / 1000);
const idClaims = {
  iss: issuer,
  sub: 'somebody',
  aud: clientId,
  // It is compared with the real clock.
  exp: 2e9,
  iat: seconds,
  nonce: 'nonce',
  email: 'somebody@example.com',
  email_verified: true,
  auth_time: seconds,
  amr: ['pwd', 'mfa'],
  groups: ['admins', 'staff'],
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 255;

/** Tells of a claim that sign-on could not rely on: one that is no text or too long, or an address that is none. */
const claimFlaws = (claims: SignInClaims): string[] => {
  const { subject, email, emailVerified, amr, claims: others } = claims;
  const texts = [subject, ...(email === undefined ? [] : [email]), ...amr, ...Object.values(others).flat()];
  return [
    ...(texts.every(isText) ? [] : ['a claim is no text, or too long']),
    ...(email === undefined && emailVerified ? ['an address that is none is verified'] : []),
    ...jsonFlaws(claims),
  ];
};

const personClaims: ReaderTarget = {
  name: 'claims of ID tokens',
  samples: [json(idClaims), json({ sub: 'x', email_verified: 'true', amr: 'otp', roles: { admin: true } })],
  isRefusal: (error) => isNoJson(error) || error instanceof SignInFailure,
  read: (bytes) => claimFlaws(readClaims(issuer, JSON.parse(bytes.toString('utf8')) as object)),
};

/** A whole sign-in, at an issuer one of whose answers is damaged: its description, or what it gives for a code. */
const signIns = (): ReaderTarget => {
  const idToken = signToken(idClaims, rsaKey('id'), { alg: 'RS256' });
  const granted = json({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: idToken });
  const read = (answers: Record<string, Uint8Array>) =>
    oidcSignIn({
      readDeployment: async () => ({ issuer, clientId, publicUrl: 'https://scangate.example', secret: 's' }),
      signUp: { signUp: 'off' },
      fetch: answering({ [discoveryUrl]: discovery, [`${issuer}/token`]: granted, ...answers }),
      now: () => noon.getTime(),
    });
  return {
    name: 'answers of issuers to sign-ins',
    samples: [discovery, granted],
    isRefusal: (error) => error instanceof SignInFailure || error instanceof Transient,
    read: async (bytes, { index }) => {
      const provider = read(index === 0 ? { [discoveryUrl]: bytes } : { [`${issuer}/token`]: bytes });
      const callbackUrl = `https://scangate.example/v1/session/callback?code=c&state=state&iss=${issuer}`;
      const redirectUri = 'https://scangate.example/v1/session/callback';
      const answer = { callbackUrl, redirectUri, state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
      const claims = await provider.exchange(answer, undefined);
      return [...(claims.issuer === issuer ? [] : [`the issuer is ${claims.issuer}`]), ...claimFlaws(claims)];
    },
  };
};

/** The documents that lead to the keys of an issuer. Whichever key is read, only what it signed is accepted. */
const keySets = (): ReaderTarget => {
  const keys = [rsaKey('rsa'), ecKey('ec'), edKey('ed')];
  const claims = { iss: issuer, sub: 's', aud: 'scangate:o', exp: seconds + 600, iat: seconds };
  const tokens = keys.map((key, index) =>
    signToken(claims, key, { alg: ['RS256', 'ES256', 'EdDSA'][index] }),
  );
  const forged = keys.map(({ jwk }, index) => {
    const other = [rsaKey, ecKey, edKey][index]?.(String(jwk['kid']));
    return other && signToken(claims, other, { alg: ['RS256', 'ES256', 'EdDSA'][index] });
  });
  const keysUrl = `${issuer}/keys`;
  const whole = { [discoveryUrl]: discovery, [keysUrl]: json({ keys: keys.map(({ jwk }) => jwk) }) };
  return {
    name: 'key sets of issuers',
    samples: [discovery, whole[keysUrl] ?? Buffer.alloc(0)],
    isRefusal: (error) => error instanceof TokenRefused,
    read: async (bytes, { index, bytes: valid, dice }) => {
      const verifier = joseVerifier(answering({ ...whole, [index === 0 ? discoveryUrl : keysUrl]: bytes }));
      const at = dice.below(tokens.length);
      const isForged = !bytes.equals(valid) && dice.chance(50);
      const text = (isForged ? forged : tokens)[at] ?? '';
      await verifier.verify(parseJwt(text), noon);
      return isForged ? ['what another key signed was accepted'] : [];
    },
  };
};

const rules = ciTokenSamples.map(
  ({ provider, issuer: of, match }) =>
    ({
      trustId: 't',
      name: 'ci',
      provider,
      issuer: of,
      audience: 'scangate:o',
      match,
    }) as unknown as TrustRule,
);

/** The claims of a pipeline's JWT, whose signature was verified: each rule is compared with them, and explained. */
const pipelineClaims: ReaderTarget = {
  name: 'claims of pipelines',
  samples: ciTokenSamples.map(({ issuer: iss, claims }) =>
    json({ ...claims, iss, aud: ['scangate:o'], exp: seconds + 600, iat: seconds }),
  ),
  isRefusal: (error) => isNoJson(error) || error instanceof TokenRefused,
  read: (bytes, { index }) => {
    const claims = JSON.parse(bytes.toString('utf8')) as Record<string, unknown> | null;
    const rule = rules[index];
    // A payload that is no object is refused before.
    if (!rule || typeof claims !== 'object' || claims === null || Array.isArray(claims)) return [];
    const explained = explainRule(rule, claims);
    const run = ciRunOf(rule.provider, claims);
    const repository = claimedRepository(rule, claims);
    const ends = judgeTimes(claims, noon).getTime();
    return [
      ...(ends > noon.getTime() ? [] : ['a JWT that ended is accepted']),
      ...jsonFlaws([explained, run, repository]),
    ];
  },
};

/** The readers of answers and claims of identity providers and CI services. */
export const issuers = (): readonly ReaderTarget[] => [personClaims, signIns(), keySets(), pipelineClaims];
