import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { verdictExtension, verdictStatement } from '@scangate/domain/evidence/verdict-statement';
import { commitHash, coverage, unitId, verdictFacts } from '#test/support/evidence/signed-verdict.ts';

const digestSet = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', minLength: 1 },
};
const descriptor = {
  type: 'object',
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
  properties: { name: { type: 'string' }, uri: { type: 'string', format: 'uri' }, digest: digestSet },
};

/** The fields that in-toto Statement v1 and SLSA Verification Summary v1 define; a field of our own is named by a URI. */
const summarySchema = {
  type: 'object',
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  additionalProperties: false,
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: { type: 'array', minItems: 1, items: { ...descriptor, required: ['digest'] } },
    predicateType: { const: 'https://slsa.dev/verification_summary/v1' },
    predicate: {
      type: 'object',
      required: ['verifier', 'timeVerified', 'resourceUri', 'policy', 'verificationResult', 'verifiedLevels'],
      properties: {
        verifier: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', format: 'uri' } },
        },
        timeVerified: { type: 'string', format: 'date-time', pattern: 'Z$' },
        resourceUri: { type: 'string', format: 'uri' },
        policy: descriptor,
        verificationResult: { enum: ['PASSED', 'FAILED'] },
        // Levels that SLSA does not define must not begin as its own do.
        verifiedLevels: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(?!SLSA_)' } },
      },
      patternProperties: { '^[a-z][a-z0-9+.-]*:': { type: 'object' } },
    },
  },
};
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validate = ajv.compile({
  ...summarySchema,
  properties: {
    ...summarySchema.properties,
    predicate: { ...summarySchema.properties.predicate, additionalProperties: false },
  },
});

const artifact = { kind: 'lockfile' as const, path: 'package-lock.json', sha256: 'ab'.repeat(32) };

describe('a statement', () => {
  test.each([
    ['a commit', {}],
    ['a failed scan', { stated: { verdict: 'FAIL' as const } }],
    ['an artifact', { scan: { artifact, projectUnitId: unitId } }],
    ['a deployment without a public URL', { publicUrl: undefined }],
    ['a repository without a web URL', { repository: { fullName: 'acme/shop', url: '' } }],
  ])('of %s is valid against the predicate', (_what, changed) => {
    const facts = { ...verdictFacts(changed), ...('publicUrl' in changed && { publicUrl: undefined }) };
    expect(validate(verdictStatement(facts))).toBe(true);
    expect(validate.errors).toBeNull();
  });

  test('is about the commit, or about the artifact, whose commit is only claimed', () => {
    const [ofCommit] = verdictStatement(verdictFacts()).subject;
    expect(ofCommit).toEqual({ name: 'acme/shop', digest: { gitCommit: commitHash } });
    const { subject, predicate } = verdictStatement(verdictFacts({ scan: { artifact } }));
    expect(subject).toEqual([{ name: 'acme/shop', digest: { sha256: artifact.sha256 } }]);
    expect(predicate[verdictExtension].claimedCommit).toBe(commitHash);
  });

  test.each(['critical', 'high', 'medium', 'low'] as const)('names the level of the threshold %s', (name) => {
    const passed = verdictFacts({ stated: { summary: { severityThreshold: name } } });
    expect(verdictStatement(passed).predicate).toMatchObject({
      verificationResult: 'PASSED',
      verifiedLevels: [`SCANGATE_GATE_${name.toUpperCase()}`],
    });
    const failed = { ...passed, stated: { ...passed.stated, verdict: 'FAIL' as const } };
    expect(verdictStatement(failed).predicate).toMatchObject({
      verificationResult: 'FAILED',
      verifiedLevels: ['FAILED'],
    });
  });

  test('is equal for equal facts, byte for byte', () => {
    expect(JSON.stringify(verdictStatement(verdictFacts()))).toBe(
      JSON.stringify(verdictStatement(structuredClone(verdictFacts()))),
    );
  });

  test('shows nothing of a repository URL that could be a secret', () => {
    const secret = 'hunter2hunter2';
    const url = `https://user:${secret}@git.example.com/acme/shop.git?token=${secret}#${secret}`;
    const text = JSON.stringify(
      verdictStatement(verdictFacts({ repository: { fullName: 'acme/shop', url } })),
    );
    expect(text).not.toContain(secret);
    expect(text).toContain('"resourceUri":"https://git.example.com/acme/shop.git"');
  });
});

describe('a verdict is complete', () => {
  const isComplete = (changed: Parameters<typeof verdictFacts>[0]) =>
    verdictStatement({ ...verdictFacts(), ...(changed as object) }).predicate[verdictExtension].complete;
  const [entry] = coverage;

  test('when every type was assessed without a gap, or had nothing to assess', () => {
    expect(isComplete({})).toBe(true);
    expect(
      isComplete({ coverage: [{ ...entry, status: 'unassessed', nothingToAssess: true }] as never }),
    ).toBe(true);
  });

  test('but not with a gap, nor without a required type', () => {
    expect(isComplete({ coverage: [{ ...entry, status: 'partial' }] as never })).toBe(false);
    expect(isComplete({ coverage: [{ ...entry, status: 'unassessed' }] as never })).toBe(false);
    expect(isComplete({ missingScanTypes: ['sast'] as never })).toBe(false);
  });
});
