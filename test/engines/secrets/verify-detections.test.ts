import { expect, test } from 'vitest';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { assessUnit } from '@scangate/engines/assess-unit';
import { judgeUnit } from '@scangate/engines/judge-unit';
import {
  liveSecrets,
  type Liveness,
  type SecretCandidate,
  type SecretVerifier,
} from '@scangate/engines/model/gate/secret-liveness';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { ownSuppressions } from '@scangate/engines/model/gate/suppressions';
import { gateOf } from '../gate-fixtures.ts';
import { unitOf } from '../source-unit.ts';

const rule = 'replicate-token';
const token = (seed: number): string => `r8_${fake(base62, 37, seed)}`;

/** A verifier that answers by the token, and records the requests. */
const verifierOf = (answers: Record<string, Liveness>) => {
  const asked: SecretCandidate[] = [];
  const verifier: SecretVerifier = {
    accepts: (one) => one.rule === rule,
    verify: async (candidates) => {
      asked.push(...candidates);
      return candidates.map(({ secret }) => answers[secret] ?? 'unknown');
    },
  };
  return { verifier, asked };
};

const assess = (files: Record<string, string>, verifier?: SecretVerifier) =>
  assessUnit(
    { projectUnitId: 'u', scanTypes: ['secrets'], fullScope: true, skipped: [] },
    {
      unit: { path: '', type: 'source' },
      files: unitOf(files),
      inventory: { unitType: 'source', components: [], direct: [], read: [], unread: [], notes: [] },
      lineKey: 'key',
      ...(verifier && { verifier }),
    },
  );

const judge = async (
  files: Record<string, string>,
  answers: Record<string, Liveness>,
  gate: { neverWaive?: string[]; waivers?: ActiveWaiver[] } = {},
) => {
  const assessed = await assess(files, verifierOf(answers).verifier);
  const { neverWaive, waivers = [] } = gate;
  const policy = { ...defaultPolicy, ...(neverWaive && { neverWaive }) };
  return (await judgeUnit(assessed, gateOf({ policy, waivers }), emptyAdvisoryIndex)).findings;
};

test('each secret is verified once, the others of its kind keep their own answer, and no other provider is called', async () => {
  const [a, b] = [token(1), token(2)];
  const { verifier, asked } = verifierOf({ [a]: 'live', [b]: 'revoked' });
  const files = {
    'a.env': `A=${a}\nB=${b}\n`,
    'b.env': `A=${a}\n`,
    'c.env': `K=AKIA${'QWERTYUIOPASDFGH'}\n`,
  };
  const { detections } = await assess(files, verifier);
  expect(asked.map(({ secret }) => secret).toSorted()).toEqual([a, b].toSorted());
  const said = detections.map((one) => [one.file, one.rule, 'liveness' in one ? one.liveness : undefined]);
  expect(said).toEqual([
    ['a.env', rule, 'live'],
    ['a.env', rule, 'revoked'],
    ['b.env', rule, 'live'],
    ['c.env', 'aws-access-key-id', undefined],
  ]);
});

test('without a verifier no provider is called, and the assessment stays the same', async () => {
  const files = { 'a.env': `A=${token(1)}\n` };
  expect(JSON.stringify(await assess(files))).not.toContain('liveness');
});

test('no secret is in an assessment, whatever was verified', async () => {
  const assessed = await assess({ 'a.env': `A=${token(1)}\n` }, verifierOf({ [token(1)]: 'live' }).verifier);
  expect(JSON.stringify(assessed)).toContain('"liveness":"live"');
  expect(JSON.stringify(assessed)).not.toContain(token(1).slice(4));
});

test('samples are verified last, so that they do not use up the checks of a scan', async () => {
  const { verifier, asked } = verifierOf({});
  await assess({ 'a/test/x.env': `A=${token(1)}\n`, 'src/z.env': `A=${token(2)}\n` }, verifier);
  expect(asked.map(({ secret }) => secret)).toEqual([token(2), token(1)]);
});

test('a live secret is critical in a folder of tests, too; other answers do not change the severity', async () => {
  const files = { 'test/a.env': `A=${token(1)}\n`, 'src/a.env': `A=${token(2)}\n` };
  const severities = async (answer: Liveness) =>
    (await judge(files, { [token(1)]: answer, [token(2)]: answer })).map(({ severity }) => severity);
  const unrequested = (await judgeUnit(await assess(files), gateOf(), emptyAdvisoryIndex)).findings;
  expect(await severities('live')).toEqual(['critical', 'critical']);
  for (const answer of ['revoked', 'unknown'] as const)
    expect(await severities(answer)).toEqual(unrequested.map(({ severity }) => severity));
});

test('a live secret is not waived if the policy says so, and other secrets are', async () => {
  const waivers: ActiveWaiver[] = [
    {
      waiverId: 'w',
      match: { rule },
      scope: {},
      reason: 'accepted',
      approvedBy: 'p',
      expiresAt: '2026-01-01T00:00:00.000Z',
    } as ActiveWaiver,
  ];
  const files = { 'a.env': `A=${token(1)}\nB=${token(2)}\n` };
  const answers = { [token(1)]: 'live', [token(2)]: 'revoked' } as const;
  const waived = async (neverWaive?: string[]) =>
    (await judge(files, answers, { waivers, ...(neverWaive && { neverWaive }) })).map(
      (finding) => finding.waived !== undefined,
    );
  expect(await waived()).toEqual([true, true]);
  expect(await waived([liveSecrets])).toEqual([false, true]);
});

test('a comment suppresses no live secret if the policy says so, and others', async () => {
  const files = {
    'a.env': [1, 2].map((seed) => `A=${token(seed)} # scangate:allow ${rule} accepted\n`).join(''),
  };
  const assessed = await assess(files, verifierOf({ [token(1)]: 'live', [token(2)]: 'revoked' }).verifier);
  const suppressed = async (neverWaive: string[]) => {
    const policy = { ...defaultPolicy, suppressions: 'commit' as const, neverWaive };
    const gate = gateOf({ policy, suppressions: ownSuppressions });
    const { findings } = await judgeUnit(assessed, gate, emptyAdvisoryIndex);
    return findings.map((finding) => finding.suppressed !== undefined);
  };
  expect([await suppressed([]), await suppressed([liveSecrets])]).toEqual([
    [true, true],
    [false, true],
  ]);
});

/** A verifier that answers `live`, but about no more secrets than its limit. */
const limitedTo = (checks: number): SecretVerifier => ({
  accepts: () => true,
  verify: async (candidates) => candidates.map((_, at) => (at < checks ? 'live' : 'unasked')),
});

test('secrets that no provider was asked about are counted as a gap, and their liveness is unknown', async () => {
  const files = { 'a.env': [1, 2, 3].map((seed) => `A=${token(seed)}\n`).join('') };
  const { detections, coverage } = await assess(files, limitedTo(1));
  expect(detections.map((one) => 'liveness' in one && one.liveness)).toEqual(['live', 'unknown', 'unknown']);
  expect(coverage[0]).toMatchObject({
    status: 'partial',
    gaps: [{ reason: expect.stringContaining('no provider was asked about'), count: 2 }],
  });
  expect((await assess(files, limitedTo(3))).coverage[0]).toMatchObject({ status: 'assessed', gaps: [] });
});

test('a flood of fakes in one file, or of one kind, leaves checks for a secret in another', async () => {
  const fakes = Array.from({ length: 30 }, (_, seed) => `A=${token(seed + 100)}\n`).join('');
  const others = Array.from({ length: 30 }, (_, seed) => [`x${seed}.env`, `A=${token(seed + 200)}\n`]);
  const aws = `K=AKIA${'QWERTYUIOPASDFGH'}\n`;
  const livenessIn = async (files: Record<string, string>, file: string) =>
    (await assess(files, limitedTo(4))).detections.flatMap((one) =>
      one.file === file && 'liveness' in one ? [one.liveness] : [],
    );
  expect(await livenessIn({ 'a.env': fakes, 'src/z.env': `A=${token(1)}\n` }, 'src/z.env')).toEqual(['live']);
  expect(await livenessIn({ 'a.env': fakes, 'test/z.env': `A=${token(1)}\n` }, 'test/z.env')).toEqual([
    'live',
  ]);
  const flooded = { ...Object.fromEntries(others), 'test/z.env': `A=${token(1)}\n`, 'z.env': aws };
  expect(await livenessIn(flooded, 'test/z.env')).toEqual(['live']);
  expect(await livenessIn(flooded, 'z.env')).toEqual(['live']);
});
