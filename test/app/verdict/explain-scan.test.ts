import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { explainScan, type Explanation } from '#app/verdict/explain-scan.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { testIds, noon } from '#test/support/world.ts';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const critical = { severity: cvss(vector.critical) };
const fixed = (version: string): Record<string, string>[] => [{ introduced: '0' }, { fixed: version }];
const advisories = indexOf(
  osvRecord({ id: 'GHSA-leaf', name: 'leaf', events: fixed('1.2.0'), ...critical }),
  osvRecord({ id: 'GHSA-stuck', name: 'stuck', events: [{ introduced: '0' }], ...critical }),
  osvRecord({ id: 'GHSA-low', name: 'mid', events: fixed('9.0.0'), severity: cvss(vector.low) }),
);

const pkg = (dependencies: Record<string, string> = {}, more: object = {}) => ({
  version: '1.0.0',
  dependencies,
  ...more,
});
const upgradable = packageLock({ mid: '^1.0.0' }, { mid: pkg({ leaf: '^1.0.0' }), leaf: pkg() });
const secret = `A=sk_live_${fake(base62, 24)}\n`;

let scans: Awaited<ReturnType<typeof judgedScans>>;
beforeEach(async () => {
  scans = await judgedScans(new MemoryStore(), advisories);
});

const explain = async (files: Record<string, string>): Promise<Explanation> => {
  const { scanId } = await scans.scan(files);
  return explainScan({ organizationId: scans.organizationId, scanId }, portsOf());
};
const portsOf = () => ({ ...scans.world, advisories: scans.advisories });
const shortOf = ({ smallestChange: { result, changes, remains } }: Explanation) => ({
  result,
  changes: changes.map(({ action, packageName, version, upgradeTo }) =>
    [action, packageName, version, upgradeTo].filter(Boolean).join(' '),
  ),
  remains: remains.findings.map(({ kind }) => kind),
});

describe('a reason', () => {
  test('has the findings that caused it, with path, threshold, and the source of the severity', async () => {
    const { reasons, suppressed } = await explain({ 'package-lock.json': upgradable });
    expect(reasons).toMatchObject([
      {
        reason: 'critical_vulnerabilities_found',
        severityThreshold: 'critical',
        total: 1,
        findings: [
          {
            finding: { advisoryId: 'GHSA-leaf', dependencyPath: ['mid@1.0.0', 'leaf@1.0.0'] },
            severity: { severity: 'critical', countsAs: 'critical', source: 'cvss' },
          },
        ],
      },
    ]);
    expect(reasons[0]?.findings[0]?.severity.detail).toContain('CVSS 9.8');
    expect(suppressed).toEqual({ total: 0, findings: [] });
  });

  test('names what could have suppressed each finding under the policy', async () => {
    const files = { 'package-lock.json': upgradable, 'a.env': secret };
    const ways = ({ reasons }: Explanation) =>
      reasons.map(({ findings }) => findings[0]?.couldSuppress.map(({ way, text }) => `${way}: ${text}`));
    expect(ways(await explain(files))).toEqual([
      ['ignore_file: sca:GHSA-leaf # <reason>', 'waiver: {"advisory":"GHSA-leaf"}'],
      [
        'allow_comment: scangate:allow stripe-key <reason>',
        'ignore_file: secrets:stripe-key /a.env # <reason>',
        'waiver: {"rule":"stripe-key","path":"/a.env"}',
      ],
    ]);
    await scans.setPolicy({ ...defaultPolicy, suppressions: 'none', neverWaive: ['stripe-key'] });
    expect(ways(await explain(files))).toEqual([['waiver: {"advisory":"GHSA-leaf"}'], []]);
  });

  test('shows the data flow of code findings', async () => {
    const code =
      "const { exec } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => exec('ls ' + req.query.dir));\n";
    const { reasons } = await explain({ 'app.js': code });
    const [found] = reasons[0]?.findings ?? [];
    expect(found).toMatchObject({
      finding: { kind: 'code', rule: 'js-command-injection', flow: expect.any(Array) },
      severity: { source: 'rule', detail: 'The rule js-command-injection has this severity.' },
    });
  });

  test('lists what is suppressed and would otherwise fail', async () => {
    await scans.setPolicy({ ...defaultPolicy, suppressions: 'commit' });
    const { reasons, suppressed } = await explain({
      'a.env': secret,
      '.scangateignore': 'secrets:stripe-key a.env # rotated\n',
    });
    expect(reasons).toMatchObject([{ reason: 'no_issues_found', total: 0 }]);
    expect(suppressed).toMatchObject({
      total: 1,
      findings: [{ rule: 'stripe-key', suppressed: { by: '.scangateignore' } }],
    });
  });
});

describe('the smallest change', () => {
  test('upgrades what can be upgraded, and leaves alone what does not fail', async () => {
    expect(shortOf(await explain({ 'package-lock.json': upgradable }))).toEqual({
      result: 'sufficient',
      changes: ['upgrade leaf 1.0.0 1.2.0'],
      remains: [],
    });
  });

  test('removes every direct dependency that leads to an unfixable component, and upgrades nothing that it removes', async () => {
    const lock = packageLock(
      { a: '1', b: '1', c: '1' },
      {
        a: pkg({ stuck: '1' }),
        b: pkg({ between: '1', leaf: '1' }),
        between: pkg({ stuck: '1' }),
        stuck: pkg(),
        leaf: pkg(),
        c: pkg(),
      },
    );
    expect(shortOf(await explain({ 'package-lock.json': lock }))).toEqual({
      result: 'sufficient',
      changes: ['remove a 1.0.0', 'remove b 1.0.0'],
      remains: [],
    });
  });

  test('upgrades a component that stays because another dependency needs it', async () => {
    const lock = packageLock(
      { a: '1', c: '1' },
      { a: pkg({ stuck: '1', leaf: '1' }), stuck: pkg(), leaf: pkg(), c: pkg({ leaf: '1' }) },
    );
    expect(shortOf(await explain({ 'package-lock.json': lock })).changes).toEqual([
      'remove a 1.0.0',
      'upgrade leaf 1.0.0 1.2.0',
    ]);
  });

  test('removes a package whose license the policy does not accept', async () => {
    const lock = packageLock({ copyleft: '1' }, { copyleft: pkg({}, { license: 'GPL-3.0-only' }) });
    expect(shortOf(await explain({ 'package-lock.json': lock }))).toMatchObject({
      result: 'sufficient',
      changes: ['remove copyleft 1.0.0'],
    });
  });

  test('does not suffice against a secret, and says what remains', async () => {
    const explained = await explain({ 'package-lock.json': upgradable, 'a.env': secret });
    expect(shortOf(explained)).toEqual({
      result: 'insufficient',
      changes: ['upgrade leaf 1.0.0 1.2.0'],
      remains: ['secret'],
    });
    expect(explained.smallestChange.text).toBe(
      'Dependency changes alone are not enough. After 1 upgrade it still fails: critical_secrets_found.',
    );
  });

  test('is not needed for a scan that passes, nor when a withdrawn advisory was the cause', async () => {
    const passing = await explain({ 'package-lock.json': packageLock({ c: '1' }, { c: pkg() }) });
    expect(shortOf(passing).result).toBe('not_needed');
    const { scanId } = await scans.scan({ 'package-lock.json': upgradable });
    scans.current.advisories = indexOf(osvRecord({ id: 'GHSA-other', name: 'other' }));
    const ref = { organizationId: scans.organizationId, scanId };
    const { smallestChange, scan } = await explainScan(ref, portsOf());
    expect(scan.verdict.verdict).toBe('FAIL');
    expect(smallestChange).toMatchObject({ result: 'not_needed', changes: [] });
  });
});

describe('a scan that cannot be explained', () => {
  const unstarted = () =>
    newScan(scans.world.store, {
      caller: scans.organization.as('member'),
      repository: scans.repository,
      request: { commitHash: 'f'.repeat(40) },
    });
  const explainOf = (scanId: string, organizationId = scans.organizationId) =>
    explainScan({ organizationId, scanId }, portsOf());

  test('that does not exist, or belongs to another organization, is scan_not_found', async () => {
    await expect(explainOf(testIds.scanId(noon))).rejects.toMatchObject({
      code: 'scan_not_found',
      status: 404,
    });
    const { scanId } = await unstarted();
    await expect(explainOf(scanId, testIds.uuid())).rejects.toMatchObject({ code: 'scan_not_found' });
  });

  test('that is active is scan_not_ended', async () => {
    const { scanId } = await unstarted();
    await expect(explainOf(scanId)).rejects.toMatchObject({ code: 'scan_not_ended', status: 409 });
  });

  test('whose payload was purged is payload_expired', async () => {
    const scan = await scans.scan({ 'package-lock.json': upgradable });
    const { organizationId } = scans;
    for (const name of payloadNames(scan).flat())
      await scans.world.blobs.remove({ area: 'results', organizationId, name });
    await expect(explainOf(scan.scanId)).rejects.toMatchObject({ code: 'payload_expired', status: 410 });
  });

  test('that failed is explained by its failures', async () => {
    const scan = await unstarted();
    const { organizationId } = scans;
    const failure = { errorCode: 'repo_access' as const, error: 'The host refuses.' };
    const ref = { organizationId, scanId: scan.scanId };
    await endScan({ ...ref, outcomeOf: () => ({ status: 'failed', failure }) }, scans.world, noon);
    const explained = await explainOf(scan.scanId);
    expect(explained.reasons).toMatchObject([
      { reason: 'scan_failed', failures: [{ errorCode: 'repo_access', error: 'The host refuses.' }, {}] },
    ]);
    expect(explained.smallestChange.result).toBe('not_judged');
  });
});
