import { expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import type { DsseEnvelope } from '@scangate/domain/evidence/dsse';
import { verdictExtension, verdictStatement } from '@scangate/domain/evidence/verdict-statement';
import { signStatement } from '#test/support/evidence/sign-statement.ts';
import {
  coverage,
  keySetOf,
  organizationId,
  signedVerdict,
  unitId,
  verdictFacts,
} from '#test/support/evidence/signed-verdict.ts';
import { TestSigner } from '#test/support/evidence/test-signer.ts';
import { later } from '#test/support/world.ts';

const signer = new TestSigner();
const keys = await keySetOf(signer);

const answerTo = async (envelope: DsseEnvelope, args: string[] = []): Promise<string> => {
  const all = ['f', '--keys', 'k', '--organization', organizationId, ...args];
  const texts: Record<string, string> = { f: JSON.stringify(envelope), k: keys };
  const { exitCode, out } = await runMain(['verify', 'attestation', ...all], {
    now: () => later(3_600),
    files: {
      read: async (name, bytes) => Buffer.from(texts[name] ?? '').subarray(0, bytes),
      openZip: () => {
        throw new Error('this is no archive');
      },
    },
  });
  return `${exitCode}: ${out.split('\n')[0]}`;
};

type Entry = (typeof coverage)[number];
const secrets: Entry = {
  projectUnitId: unitId,
  scanType: 'secrets',
  status: 'unassessed',
  assessed: 0,
  gaps: [],
};
const covering = (...entries: Entry[]) => signedVerdict(signer, { coverage: [...coverage, ...entries] });

test('1: a full scope in which a type was not assessed, unless other types are named', async () => {
  const file = await covering(secrets);
  expect(await answerTo(file)).toBe('1: Not valid: it does not cover secrets.');
  expect(await answerTo(file, ['--types', 'sca,secrets'])).toBe('1: Not valid: it does not cover secrets.');
  expect(await answerTo(file, ['--types', 'sca,license'])).toBe('0: Valid.');
});

test('1: one of two units was not assessed', async () => {
  const file = await covering({ ...secrets, projectUnitId: organizationId, status: 'assessed' }, secrets);
  expect(await answerTo(file)).toBe('1: Not valid: it does not cover secrets.');
});

test('0: a type that the plan leaves out of the full scope did not run, and is not required', async () => {
  const file = await signedVerdict(signer, {
    scan: { scanTypes: ['sbom', 'sca'] },
    coverage: [...coverage, { ...secrets, scanType: 'sast' }],
  });
  expect(await answerTo(file)).toBe('0: Valid.');
  expect(await answerTo(file, ['--types', 'sast'])).toBe('1: Not valid: it does not cover sast.');
});

test('1: a type that the organization requires did not run', async () => {
  const file = await signedVerdict(signer, {
    scan: { scanTypes: ['sca', 'sbom'] },
    missingScanTypes: ['sast'],
  });
  expect(await answerTo(file)).toBe('1: Not valid: it does not cover sast.');
  expect(await answerTo(file, ['--types', 'sast'])).toBe('1: Not valid: it does not cover sast.');
  expect(await answerTo(file, ['--types', 'sca'])).toBe('0: Valid.');
});

test('0: a full scope whose types have nothing to assess, or were assessed with gaps', async () => {
  expect(await answerTo(await covering({ ...secrets, nothingToAssess: true }))).toBe('0: Valid.');
  expect(await answerTo(await covering({ ...secrets, status: 'partial' }))).toBe('0: Valid.');
});

test('1: an older statement that is not complete and does not say why', async () => {
  const older = async (isComplete: boolean): Promise<DsseEnvelope> => {
    const statement = verdictStatement(verdictFacts());
    const { predicate } = statement;
    const {
      missingScanTypes: _missing,
      unassessedScanTypes: _unassessed,
      ...rest
    } = predicate[verdictExtension];
    const extension = { ...rest, complete: isComplete };
    const changed = { ...statement, predicate: { ...predicate, [verdictExtension]: extension } };
    return signStatement(changed, signer);
  };
  expect(await answerTo(await older(true))).toBe('0: Valid.');
  for (const args of [[], ['--types', 'sca']])
    expect(await answerTo(await older(false), args)).toBe(
      '1: Not valid: something was not assessed, and it does not say which types.',
    );
});
