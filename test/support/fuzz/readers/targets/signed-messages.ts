import { isDeepStrictEqual } from 'node:util';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { Stripe } from 'stripe';
import { joseVerifier } from '#adapters/jwt/verify-jwt.ts';
import { samlReader } from '#adapters/saml/saml-reader.ts';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import { readEnvelope, verifyEnvelope, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { preAuthenticationEncoding } from '@scangate/domain/evidence/dsse';
import { parseJwt } from '@scangate/domain/identity/ci-trust/jwt';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import { Problem } from '@scangate/domain/problem';
import { SamlRefused } from '#ports/identity/saml.ts';
import { ecKey, edKey, rsaKey, signToken } from '#test/support/identity/ci-tokens.ts';
import {
  doublySignedResponse,
  idpEntityId,
  newSamlKey,
  packed,
  signedResponse,
} from '#test/support/saml/identity-provider.ts';
import { noon } from '#test/support/world.ts';
import { neverRefuses, type ReaderClass, type ReaderTarget } from '../reader-target.ts';

const issuer = 'https://issuer.example.com';
const forged = ['a changed message was accepted'];

/** JWTs of three kinds of keys, as they are, and by their parts. One that is accepted was signed as it is. */
const jwts = (): readonly ReaderTarget[] => {
  const keys = [rsaKey('rsa'), ecKey('ec'), edKey('ed')];
  const algorithms = ['RS256', 'ES256', 'EdDSA'];
  const claims = { iss: issuer, sub: 'repo:acme/shop', aud: 'scangate:o', exp: 2e9, iat: 1.7e9 };
  const tokens = keys.map((key, index) => signToken(claims, key, { alg: algorithms[index] }));
  const answers: Record<string, unknown> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: keys.map(({ jwk }) => jwk) },
  };
  const verifier = joseVerifier(async (url) => Response.json(answers[String(url)]));
  const inputs = new Set(tokens.map((text) => parseJwt(text).signingInput));
  const check = async (text: string): Promise<string[]> => {
    const jwt = parseJwt(text);
    // A JWT of an issuer that no rule trusts is not verified.
    if (jwt.issuer !== issuer) return [];
    await verifier.verify(jwt, noon);
    return inputs.has(jwt.signingInput) ? [] : forged;
  };
  const isRefusal = (error: unknown): boolean => error instanceof TokenRefused;
  const partsOf = (index: number): string[] => (tokens[index] ?? '').split('.');
  const partTarget = (name: string, part: 0 | 1): ReaderTarget => ({
    name,
    samples: tokens.map((_, index) => Buffer.from(partsOf(index)[part] ?? '', 'base64url')),
    isRefusal,
    read: (bytes, { index }) => check(partsOf(index).with(part, bytes.toString('base64url')).join('.')),
  });
  return [
    {
      name: 'JWTs',
      samples: tokens.map((text) => Buffer.from(text)),
      isRefusal,
      read: (bytes) => check(bytes.toString('utf8')),
    },
    partTarget('headers of JWTs', 0),
    partTarget('claims of JWTs', 1),
  ];
};

/** SAML responses as their XML, and as they are sent. One that is accepted says what was signed. */
const samlResponses = async (): Promise<readonly ReaderTarget[]> => {
  const key = newSamlKey();
  const facts = {
    recipient: 'https://scangate.example/v1/sso/o/acs',
    audience: 'https://scangate.example/v1/sso/o/metadata',
    inResponseTo: '_request',
    assertionId: '_assertion',
    attributes: { email: ['one@example.com'], groups: ['admins', 'staff'] },
  };
  const read = (response: string) =>
    samlReader.read(response, {
      entityId: idpEntityId,
      certificates: [key.certificate],
      audience: facts.audience,
      recipient: facts.recipient,
      now: noon,
    });
  const documents = [signedResponse(facts, key), doublySignedResponse(facts, key)];
  const meant = await read(packed(documents[0] ?? ''));
  const isRefusal = (error: unknown): boolean => error instanceof SamlRefused;
  const check = async (response: string): Promise<string[]> =>
    isDeepStrictEqual(await read(response), meant) ? [] : forged;
  return [
    {
      name: 'XML of SAML responses',
      samples: documents.map((xml) => Buffer.from(xml)),
      isRefusal,
      read: (bytes) => check(bytes.toString('base64')),
    },
    {
      name: 'SAML responses as they are sent',
      samples: documents.map((xml) => Buffer.from(packed(xml))),
      isRefusal,
      read: (bytes) => check(bytes.toString('utf8')),
    },
  ];
};

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unauthenticated';

/** Events of the payment provider, of which the body or the signature is changed. */
const webhooks = (): readonly ReaderTarget[] => {
  const secret = 'whsec_of_the_test';
  const seconds = Math.floor(noon.getTime() / 1000);
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: seconds,
    data: { object: { id: 'in_1', object: 'invoice' }, previous_attributes: {} },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds });
  const reader = stripeEventReader(secret);
  return [
    {
      name: 'bodies of webhooks',
      samples: [Buffer.from(body)],
      isRefusal: isUnauthenticated,
      read: async (bytes) => {
        await reader.read(bytes.toString('utf8'), signature, noon);
        return bytes.toString('utf8') === body ? [] : forged;
      },
    },
    {
      name: 'signatures of webhooks',
      samples: [Buffer.from(signature)],
      isRefusal: isUnauthenticated,
      read: async (bytes) => {
        const changed = bytes.toString('utf8');
        const { objectId } = await reader.read(body, changed, noon);
        const isSigned = changed.includes(signature.split('v1=')[1] ?? '') && objectId === 'in_1';
        return isSigned ? [] : forged;
      },
    },
  ];
};

/** Signed statements, and their envelopes. One that verifies has the payload that was signed. */
const envelopes = (): readonly ReaderTarget[] => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const payloadType = 'application/vnd.in-toto+json';
  const payload = Buffer.from(JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [] }));
  const encoded = preAuthenticationEncoding(payloadType, payload);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const sig = sign('sha256', encoded, { key: createPrivateKey(pem), dsaEncoding: 'der' }).toString('base64');
  const envelope = { payload: payload.toString('base64'), payloadType, signatures: [{ keyid: 'k', sig }] };
  const keys: TrustedKey[] = [{ keyId: 'k', key: publicKey, isRevoked: false }];
  const check = (text: string): string[] => {
    const read = readEnvelope(text);
    if (!read || 'fault' in verifyEnvelope(read, keys)) return [];
    return read.payload === envelope.payload && read.payloadType === payloadType ? [] : forged;
  };
  return [
    {
      name: 'envelopes of signed statements',
      samples: [envelope, { dsseEnvelope: envelope }].map((one) => Buffer.from(JSON.stringify(one))),
      isRefusal: neverRefuses,
      read: (bytes) => check(bytes.toString('utf8')),
    },
    {
      name: 'signed statements',
      samples: [payload],
      isRefusal: neverRefuses,
      read: (bytes) => check(JSON.stringify({ ...envelope, payload: bytes.toString('base64') })),
    },
  ];
};

/** Messages whose signature is all that makes them true. */
export const signedMessages: ReaderClass = {
  name: 'signed messages',
  open: async () => [...jwts(), ...(await samlResponses()), ...webhooks(), ...envelopes()],
};
