import { describe, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import type { DsseEnvelope } from '@scangate/domain/evidence/dsse';
import { sigstoreBundle } from '@scangate/domain/evidence/sigstore-bundle';
import { signPayload } from '#app/evidence/sign-statement.ts';
import {
  commitHash,
  keySetOf,
  organizationId,
  signedVerdict,
  unitId,
} from '#test/support/evidence/signed-verdict.ts';
import { TestSigner } from '#test/support/evidence/test-signer.ts';
import { later } from '#test/support/world.ts';

const signer = new TestSigner();
const envelope = await signedVerdict(signer);
const keys = await keySetOf(signer);
/** A verdict whose payload ends in padding, which leaves bits of its last letter unused. */
const padded = await (async () => {
  for (const fullName of ['acme/a', 'acme/ab', 'acme/abc']) {
    const signedOne = await signedVerdict(signer, {
      repository: { fullName, url: 'https://git.example.com/x' },
    });
    if (signedOne.payload.endsWith('=')) return signedOne;
  }
  throw new Error('no payload ends in padding');
})();

const run = async (
  file: unknown,
  args: string[] = [],
  given: { keys?: string; organization?: string } = {},
) => {
  const texts: Record<string, string> = {
    f: typeof file === 'string' ? file : JSON.stringify(file),
    k: given.keys ?? keys,
  };
  const all = ['f', '--keys', 'k', '--organization', given.organization ?? organizationId, ...args];
  const { exitCode, out, log } = await runMain(['verify', 'attestation', ...all], {
    now: () => later(3_600),
    files: {
      read: async (name, bytes) => Buffer.from(texts[name] ?? '').subarray(0, bytes),
      openZip: () => {
        throw new Error('this is no archive');
      },
    },
  });
  return { exitCode, out, notes: log.trimEnd() };
};
const verdictOf = async (...given: Parameters<typeof run>): Promise<string> => {
  const { exitCode, out } = await run(...given);
  return `${exitCode}: ${out.split('\n')[0]}`;
};
const signed = (changed: Parameters<typeof signedVerdict>[1]) => signedVerdict(signer, changed);

describe('0: it is valid', () => {
  test('as an envelope and as a Sigstore bundle, with its content printed', async () => {
    for (const file of [envelope, sigstoreBundle(envelope)]) {
      const { exitCode, out } = await run(file);
      expect(exitCode).toBe(0);
      expect(out).toContain('PASSED (SCANGATE_GATE_HIGH) at 2026-03-10T12:00:00.000Z');
      expect(out).toContain(`about acme/shop gitCommit ${commitHash}`);
      expect(out).toContain(`signed by the key ${signer.newest.keyId}`);
    }
  });

  test.each([
    [['--repository', 'Acme/Shop', '--commit', commitHash.toUpperCase()]],
    [['--repository', 'https://git.example.com/acme/shop.git']],
    [['--threshold', 'high', '--max-age', '7d']],
    [['--threshold', 'critical', '--max-age', '60m']],
    [['--types', 'sca, secrets']],
    [['--unit', unitId]],
  ])('with %j', async (args) => {
    expect(await verdictOf(envelope, args)).toBe('0: Valid.');
  });

  test('for the scope that it covers, when the scope is named', async () => {
    const part = await signed({ scan: { scanTypes: ['sca'], fullScope: false, projectUnitId: unitId } });
    expect(await verdictOf(part, ['--types', 'sca', '--unit', unitId])).toBe('0: Valid.');
  });

  test('signed by an older key of the set', async () => {
    const rotated = new TestSigner();
    const older = await signedVerdict(rotated);
    rotated.rotate();
    expect(await verdictOf(older, [], { keys: await keySetOf(rotated) })).toBe('0: Valid.');
  });
});

describe('1: it is not valid', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  const changedByte = (): DsseEnvelope => {
    const payload = Buffer.from(envelope.payload, 'base64');
    payload[100] = (payload[100] ?? 0) ^ 1;
    return { ...envelope, payload: payload.toString('base64') };
  };

  test.each([
    ['one byte changed', changedByte(), 'the signature does not fit the content'],
    [
      'another base64 letter that decodes to the same payload',
      {
        ...padded,
        payload: padded.payload.replace(/.(?==+$)/, (letter) => letters[letters.indexOf(letter) + 1] ?? ''),
      },
      'no strict base64',
    ],
    ['a line break in the payload', { ...envelope, payload: `${envelope.payload}\n` }, 'no strict base64'],
    [
      'a signature with another padding',
      {
        ...envelope,
        signatures: envelope.signatures.map(({ sig, ...rest }) => ({ ...rest, sig: `${sig}=` })),
      },
      'no strict base64',
    ],
    ['another payload type', { ...envelope, payloadType: 'text/plain' }, 'the signature does not fit'],
    [
      'a signature of zeros',
      { ...envelope, signatures: [{ ...envelope.signatures[0], sig: 'AAAA' }] },
      'fit',
    ],
    [
      'no key named',
      { ...envelope, signatures: [{ sig: envelope.signatures[0]?.sig }] },
      'is not in the key set',
    ],
  ])('%s', async (_what, file, reason) => {
    const first = await verdictOf(file);
    expect(first).toMatch(/^1: Not valid: /);
    expect(first).toContain(reason);
  });

  test('a foreign key, and one that was revoked', async () => {
    const foreign = await keySetOf(new TestSigner());
    expect(await verdictOf(envelope, [], { keys: foreign })).toBe(
      `1: Not valid: the key ${signer.newest.keyId} is not in the key set.`,
    );
    const revoking = new TestSigner();
    const old = await signedVerdict(revoking);
    const { keyId } = revoking.newest;
    revoking.rotate();
    revoking.revoke(keyId);
    expect(await verdictOf(old, [], { keys: await keySetOf(revoking) })).toBe(
      `1: Not valid: the key ${keyId} is revoked.`,
    );
  });

  test('a signed payload of another kind', async () => {
    const { payload, ...rest } = await signPayload(
      { payloadType: 'application/vnd.in-toto+json', payload: Buffer.from('{"_type":"x"}') },
      signer,
    );
    const file = {
      payloadType: rest.payloadType,
      payload: Buffer.from(payload).toString('base64'),
      signatures: [{ keyid: rest.keyId, sig: Buffer.from(rest.signature).toString('base64') }],
    };
    expect(await verdictOf(file)).toContain('the payload is no in-toto statement');
  });

  test.each([
    [[], { organization: '0aa0bb0c-0000-4000-8000-00000000dead' }, 'it is of the organization 0aa0bb0c'],
    [['--repository', 'acme/other'], {}, 'it is about acme/shop'],
    [['--commit', '1'.repeat(40)], {}, `it is about the commit ${commitHash}`],
    [['--threshold', 'medium'], {}, 'its level is SCANGATE_GATE_HIGH'],
    [['--max-age', '59m'], {}, 'which is too long ago'],
  ])('%j of %j', async (args, given, reason) => {
    const first = await verdictOf(envelope, args, given);
    expect(first).toMatch(/^1: /);
    expect(first).toContain(reason);
  });

  test('a failed verdict, whatever is required', async () => {
    expect(await verdictOf(await signed({ stated: { verdict: 'FAIL' } }))).toContain('the verdict is FAILED');
  });

  test('a verdict dated in the future', async () => {
    const future = await signed({ stated: { judgedAt: later(7_200).toISOString() } });
    expect(await verdictOf(future, ['--max-age', '7d'])).toContain('it is of the future');
  });

  test('the commit of an artifact, which is only claimed', async () => {
    const artifact = { kind: 'sbom' as const, sha256: 'ab'.repeat(32) };
    const file = await signed({ scan: { artifact, projectUnitId: unitId } });
    expect(await verdictOf(file, ['--unit', unitId])).toBe('0: Valid.');
    expect(await verdictOf(file, ['--unit', unitId, '--commit', commitHash])).toContain('only claimed');
  });

  test('a narrower scope that was not named, and another one than was named', async () => {
    const types = await signed({ scan: { scanTypes: ['sca'], fullScope: false } });
    expect(await verdictOf(types)).toContain('it covers only sca, which --types does not name');
    expect(await verdictOf(types, ['--types', 'sca,secrets'])).toContain('it does not cover secrets');
    const unit = await signed({ scan: { projectUnitId: unitId } });
    expect(await verdictOf(unit)).toContain(`only the project unit ${unitId}, which --unit does not name`);
    expect(await verdictOf(unit, ['--unit', organizationId])).toContain(`only the project unit ${unitId}.`);
  });
});

describe('2: it cannot be read', () => {
  test.each(['', '{', '[]', '{}', '{"payload":1}', '{"payload":"e30=","payloadType":"x","signatures":[]}'])(
    '%j',
    async (file) => {
      expect((await run(file)).exitCode).toBe(2);
    },
  );

  test.each(['', '{}', '{"keys":[]}', '{"keys":[{"kty":"RSA"}]}', '{"keys":[{"kty":"EC","crv":"P-256"}]}'])(
    'with the keys %j',
    async (given) => {
      const { exitCode, notes } = await run(envelope, [], { keys: given });
      expect([exitCode, notes]).toEqual([2, 'k is not a public key set.']);
    },
  );
});

describe('6: the arguments are wrong', () => {
  test.each([
    [['--threshold', 'none']],
    [['--max-age', '7']],
    [['--max-age', 'week']],
    [['--commit', 'main']],
    [['--types', 'all']],
    [['another']],
    [['--unknown']],
  ])('with the arguments %j', async (args) => {
    const { exitCode, out } = await run(envelope, args);
    expect([exitCode, out]).toEqual([6, '']);
  });
});

test('control characters of a statement do not reach the terminal', async () => {
  const name = 'acme/\u001b[31mshop';
  const file = await signed({ repository: { fullName: name, url: 'https://git.example.com/x' } });
  const { out } = await run(file);
  expect(out).toContain('acme/\\u001b[31mshop');
  expect(out).not.toContain('\u001b');
});

test('the organization may be set by SCANGATE_ORGANIZATION', async () => {
  const texts: Record<string, string> = { f: JSON.stringify(envelope), k: keys };
  const ran = await runMain(['verify', 'attestation', 'f', '--keys', 'k'], {
    now: () => later(3_600),
    environment: { SCANGATE_ORGANIZATION: organizationId },
    files: { read: async (name, bytes) => Buffer.from(texts[name] ?? '').subarray(0, bytes) },
  });
  expect(ran.exitCode).toBe((await run(envelope)).exitCode);
  expect(ran.exitCode).not.toBe(6);
});
