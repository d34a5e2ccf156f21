import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { KMSClient, SignCommand, VerifyCommand } from '@aws-sdk/client-kms';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kmsPublicKeys } from '#adapters/kms/public-keys.ts';
import { kmsSigner, kmsVerificationKeys } from '#adapters/kms/signer.ts';
import { signStatement } from '#test/support/evidence/sign-statement.ts';
import { preAuthenticationEncoding, type DsseEnvelope } from '@scangate/domain/evidence/dsse';
import { publicKeySet, type PublicKeySet } from '@scangate/domain/evidence/public-key-set';
import { sigstoreBundle } from '@scangate/domain/evidence/sigstore-bundle';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { clientOf, openWorkbench, type Workbench } from '#test/emulators/aws/workbench.ts';

const arnOf = (name: string) => `arn:aws:kms:us-east-1:000000000000:key/${name}`;
const statement = { _type: 'https://in-toto.io/Statement/v1', subject: [{ name: 'acme/shöp' }] };

let bench: Workbench;
let client: KMSClient;
let url: string;
let envelope: DsseEnvelope;
let keySet: PublicKeySet;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  const keys = ['new', 'old', 'gone'].map((keyId) => ({
    keyId,
    arn: arnOf(keyId),
    aliases: [],
    signs: true,
  }));
  const server = await startKms(keys, bench.folder, bench.context);
  ({ url } = server);
  client = new KMSClient(clientOf(url));
  closing.push(
    () => client.destroy(),
    () => server.close(),
  );
  const readPublicKey = kmsPublicKeys(client);
  envelope = await signStatement(statement, kmsSigner(client, arnOf('new'), readPublicKey));
  const deployed = [
    { keyId: arnOf('new'), state: 'signing' as const },
    { keyId: arnOf('old'), state: 'verifying' as const },
    { keyId: arnOf('gone'), state: 'revoked' as const },
  ];
  keySet = publicKeySet(await kmsVerificationKeys(deployed, readPublicKey).keys());
});
afterAll(async () => {
  for (const close of closing) await close();
  await bench.close();
});

const keyOf = (index: number) => createPublicKey({ key: keySet.keys[index] as JWK, format: 'jwk' });
const signatureOf = ({ signatures }: DsseEnvelope) => Buffer.from(signatures[0]?.sig ?? '', 'base64');
const signedBytes = ({ payloadType, payload }: DsseEnvelope) =>
  preAuthenticationEncoding(payloadType, Buffer.from(payload, 'base64'));

/** Verifies as cosign does with a given key: no certificate, no log, no timestamp. */
const sigstoreVerify = (given: DsseEnvelope, keyIndex = 0): void => {
  const publicKey = () => ({ publicKey: keyOf(keyIndex), validFor: () => true });
  const none = { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] };
  const trust = toTrustMaterial(none as never, publicKey as never);
  const verifier = new Verifier(
    { ...trust, publicKey },
    { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 },
  );
  verifier.verify(toSignedEntity(bundleFromJSON(sigstoreBundle(given))));
};

const opensslVerify = (given: DsseEnvelope, keyIndex = 0): string => {
  const file = (name: string, content: Uint8Array | string): string => {
    const path = bench.folder.within(name);
    writeFileSync(path, content);
    return path;
  };
  const key = file('key.pem', keyOf(keyIndex).export({ type: 'spki', format: 'pem' }));
  const signature = file('signature.der', signatureOf(given));
  const bytes = file('signed.bin', signedBytes(given));
  return execFileSync('openssl', ['dgst', '-sha256', '-verify', key, '-signature', signature, bytes], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
};

const withByteChanged = (given: DsseEnvelope): DsseEnvelope => {
  const payload = Buffer.from(given.payload, 'base64');
  payload[payload.length - 3] = (payload.at(-3) ?? 0) ^ 1;
  return { ...given, payload: payload.toString('base64') };
};

describe('a signed statement', () => {
  test('is verified by @sigstore/verify and by openssl', () => {
    expect(() => sigstoreVerify(envelope)).not.toThrow();
    expect(opensslVerify(envelope)).toBe('Verified OK\n');
    expect(envelope.signatures[0]?.keyid).toBe(keySet.keys[0]?.kid);
  });

  test.each([
    ['one byte of it is changed', () => withByteChanged(envelope), 0],
    ['its payload has another type', () => ({ ...envelope, payloadType: 'text/plain' }), 0],
    ['the key is another one', () => envelope, 1],
  ] as const)('is refused by both when %s', (_what, changed, keyIndex) => {
    expect(() => sigstoreVerify(changed(), keyIndex)).toThrow('signature verification failed');
    expect(() => opensslVerify(changed(), keyIndex)).toThrow('openssl dgst');
  });

  test('is verified in many repetitions, whatever the first bits of a signature are', async () => {
    const signer = kmsSigner(client, arnOf('old'), kmsPublicKeys(client));
    for (let index = 0; index < 40; index++) {
      const bytes = Buffer.from(`statement ${index}`);
      const { signature } = await signer.sign(bytes);
      expect(verify('sha256', bytes, keyOf(1), signature)).toBe(true);
    }
  });
});

describe('the key set', () => {
  test('names each key by its thumbprint, and jose takes all but the revoked one', async () => {
    const choose = createLocalJWKSet(keySet as never);
    const choice = (kid: string | undefined) => choose({ alg: 'ES256', kid: String(kid) });
    for (const key of keySet.keys) expect(await calculateJwkThumbprint(key as JWK)).toBe(key.kid);
    const [newest, older, revoked] = keySet.keys;
    expect(await choice(newest?.kid)).toBeDefined();
    expect(await importJWK(older as JWK)).toBeDefined();
    expect(await choice(older?.kid)).toBeDefined();
    await expect(choice(revoked?.kid)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(keySet.keys.map(({ state }) => state)).toEqual(['signing', 'verifying', 'revoked']);
  });
});

describe('the signer', () => {
  test('requests each signature once, and the public key once in the life of a process', async () => {
    const sent: string[] = [];
    const counted = new KMSClient(clientOf(url));
    counted.middlewareStack.add((next, context) => async (args) => {
      sent.push(String(context.commandName));
      return next(args);
    });
    const signer = kmsSigner(counted, arnOf('new'), kmsPublicKeys(counted));
    await signer.sign(Buffer.from('one'));
    await signer.sign(Buffer.from('two'));
    counted.destroy();
    expect(sent.toSorted()).toEqual(['GetPublicKeyCommand', 'SignCommand', 'SignCommand']);
  });

  test('gives up after two seconds with a transient failure', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const slow = new KMSClient(clientOf(`http://127.0.0.1:${port}`));
    const started = performance.now();
    const signing = kmsSigner(slow, arnOf('new'), kmsPublicKeys(slow)).sign(Buffer.from('one'));
    await expect(signing).rejects.toMatchObject({ name: 'Transient' });
    expect(performance.now() - started).toBeLessThan(3_000);
    slow.destroy();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('the local KMS', () => {
  const sign = (more: object) =>
    client.send(
      new SignCommand({
        KeyId: 'new',
        Message: Buffer.alloc(32),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
        ...more,
      }),
    );

  test('refuses a digest of another length and another algorithm, and verifies the digest that it signed', async () => {
    const invalid = { name: 'ValidationException' };
    await expect(sign({ Message: Buffer.alloc(31) })).rejects.toMatchObject(invalid);
    await expect(sign({ SigningAlgorithm: 'ECDSA_SHA_512' })).rejects.toMatchObject(invalid);
    const { Signature } = await sign({});
    const verified = (Message: Buffer) =>
      client.send(
        new VerifyCommand({
          KeyId: 'new',
          Message,
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
          Signature,
        }),
      );
    expect(await verified(Buffer.alloc(32))).toMatchObject({ SignatureValid: true });
    const another = { name: 'KMSInvalidSignatureException' };
    await expect(verified(Buffer.alloc(32, 1))).rejects.toMatchObject(another);
  });
});
