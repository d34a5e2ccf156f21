import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { compareScans } from '#app/verdict/compare-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { newRepository, noon, testIds } from '#test/support/world.ts';
import { comparisonView } from '@scangate/domain/comparison/comparison-view';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const advisoryOf = (name: string, severity: keyof typeof vector = 'critical') =>
  osvRecord({
    id: `GHSA-${name}`,
    name,
    events: [{ introduced: '0' }, { fixed: '1.2.0' }],
    severity: cvss(vector[severity]),
  });
const both = indexOf(advisoryOf('leaf'), advisoryOf('old', 'low'));
const lockOf = (...names: string[]) => ({
  'package-lock.json': packageLock(
    Object.fromEntries(names.map((name) => [name, '1'])),
    Object.fromEntries(names.map((name) => [name, { version: '1.0.0' }])),
  ),
});
const secret = `A=sk_live_${fake(base62, 24)}\n`;

let scans: Awaited<ReturnType<typeof judgedScans>>;
beforeEach(async () => {
  scans = await judgedScans(new MemoryStore(), both);
});

const compare = (head: { scanId: string }, base: { scanId: string }) =>
  compareScans(
    { organizationId: scans.organizationId, scanId: head.scanId, withScanId: base.scanId },
    scans.world,
  );
const causes = async (head: { scanId: string }, base: { scanId: string }) => {
  const { why, inputs } = await compare(head, base);
  return {
    why: why.map(({ reason, of, causes: all }) => `${of} ${reason}: ${all.map(({ input }) => input).join()}`),
    differing: inputs.filter(({ equal }) => !equal).map(({ input }) => input),
  };
};
const idsOf = (entries: readonly { finding: object }[]) =>
  entries.map(({ finding }) =>
    'advisoryId' in finding ? finding.advisoryId : 'rule' in finding && finding.rule,
  );

describe('the findings', () => {
  test('are those that a scan introduces, fixes and shares', async () => {
    const base = await scans.scan(lockOf('old', 'leaf'));
    const head = await scans.scan({ ...lockOf('old'), 'a.env': secret });
    const { findings } = await compare(head, base);
    expect(idsOf(findings.introduced)).toEqual(['stripe-key']);
    expect(idsOf(findings.fixed)).toEqual(['GHSA-leaf']);
    expect(idsOf(findings.unchanged)).toEqual(['GHSA-old']);
    const view = comparisonView(await compare(head, base));
    expect(view.introduced).toMatchObject({ total: 1, failing: 1, counts: { secrets: { critical: 1 } } });
    expect(view.unchanged).toEqual({ total: 1, failing: 0, counts: { dependencies: { low: 1 } } });
  });

  test('swap sides with the scans', async () => {
    const base = await scans.scan(lockOf('leaf'));
    const head = await scans.scan(lockOf('old'));
    const [there, back] = [await compare(head, base), await compare(base, head)];
    expect(idsOf(there.findings.introduced)).toEqual(idsOf(back.findings.fixed));
    expect(there.why.map(({ reason }) => reason)).toEqual(back.why.map(({ reason }) => reason));
  });
});

describe('the reason for a different verdict', () => {
  test('is the code when a package was added', async () => {
    const base = await scans.scan(lockOf('old'));
    const head = await scans.scan(lockOf('old', 'leaf'));
    expect(await causes(head, base)).toEqual({
      why: ['head critical_vulnerabilities_found: code'],
      differing: ['code'],
    });
  });

  test('is the advisories when the package was there before', async () => {
    scans.current.advisories = indexOf(advisoryOf('old', 'low'));
    const base = await scans.scan(lockOf('leaf'));
    scans.current.advisories = { ...both, snapshotId: 'newer' };
    const head = await scans.scan({ ...lockOf('leaf'), 'readme.txt': 'new' });
    expect(await causes(head, base)).toEqual({
      why: ['head critical_vulnerabilities_found: advisories'],
      differing: ['code', 'advisories'],
    });
  });

  test('is the advisories when the severity changed', async () => {
    scans.current.advisories = indexOf(advisoryOf('leaf', 'low'));
    const base = await scans.scan(lockOf('leaf'));
    scans.current.advisories = { ...both, snapshotId: 'newer' };
    expect(await causes(await scans.scan(lockOf('leaf')), base)).toMatchObject({
      why: ['head critical_vulnerabilities_found: advisories'],
    });
  });

  test('is the policy when the threshold changed', async () => {
    const base = await scans.scan(lockOf('old'));
    await scans.setPolicy({ ...defaultPolicy, severityThreshold: 'low' });
    expect(await causes(await scans.scan(lockOf('old')), base)).toEqual({
      why: ['head vulnerabilities_above_threshold: policy'],
      differing: ['code', 'policy'],
    });
  });

  test('is the suppressions when an entry covers the finding', async () => {
    await scans.setPolicy({ ...defaultPolicy, suppressions: 'commit' });
    const files = { ...lockOf('old'), 'a.env': secret };
    const head = await scans.scan({ ...files, '.scangateignore': 'secrets:stripe-key a.env\n' });
    const base = await scans.scan(files);
    expect(await causes(head, base)).toMatchObject({ why: ['base critical_secrets_found: suppressions'] });
  });

  test('is the types when only one scan included them', async () => {
    const files = { ...lockOf('leaf'), 'a.env': secret };
    const head = await scans.scan(files, { scanTypes: ['secrets', 'sca'] });
    const fewer = await causes(head, await scans.scan(files, { scanTypes: ['sca'] }));
    expect(fewer.why).toEqual(['head critical_secrets_found: scanTypes']);
    expect(fewer.differing).toContain('scanTypes');
    expect(fewer.differing).not.toContain('engines');
    const { why } = await causes(head, await scans.scan(files, { scanTypes: ['secrets'] }));
    expect(why).toEqual(['head critical_vulnerabilities_found: scanTypes']);
  });

  test('is empty when the inputs are equal', async () => {
    const scan = await scans.scan(lockOf('leaf'));
    expect(await causes(scan, scan)).toEqual({ why: [], differing: [] });
  });
});

describe('scans that cannot be compared', () => {
  test('an unknown scan, on either side, is scan_not_found', async () => {
    const scan = await scans.scan(lockOf('old'));
    const unknown = { scanId: testIds.scanId(noon) };
    await expect(compare(unknown, scan)).rejects.toMatchObject({ code: 'scan_not_found', status: 404 });
    await expect(compare(scan, unknown)).rejects.toMatchObject({ code: 'scan_not_found', status: 404 });
  });

  test('a scan of another repository is scans_not_comparable', async () => {
    const scan = await scans.scan(lockOf('old'));
    const other = await newRepository(scans.world.store, scans.organizationId, [['', 'npm']]);
    await scans.world.store.commit([
      {
        change: 'update',
        record: 'scan',
        id: { organizationId: scans.organizationId, scanId: scan.scanId },
        set: { repositoryId: other.repositoryId },
      },
    ]);
    const mine = await scans.scan(lockOf('old', 'leaf'));
    await expect(compare(mine, scan)).rejects.toMatchObject({ code: 'scans_not_comparable', status: 422 });
  });

  test('an active scan is scan_not_ended, a cancelled one scan_not_judged', async () => {
    const scan = await scans.scan(lockOf('old'));
    const { organization, repository, organizationId, world } = scans;
    const active = await newScan(world.store, { caller: organization.as('member'), repository });
    await expect(compare(scan, active)).rejects.toMatchObject({ code: 'scan_not_ended', status: 409 });
    const { scanId } = active;
    await endScan({ organizationId, scanId, outcomeOf: () => ({ status: 'cancelled' }) }, world, noon);
    await expect(compare(scan, active)).rejects.toMatchObject({ code: 'scan_not_judged', status: 409 });
  });

  test('a purged scan is payload_expired', async () => {
    const [head, base] = [await scans.scan(lockOf('old')), await scans.scan(lockOf('leaf'))];
    const { organizationId } = scans;
    for (const name of payloadNames(base).flat())
      await scans.world.blobs.remove({ area: 'results', organizationId, name });
    await expect(compare(head, base)).rejects.toMatchObject({ code: 'payload_expired', status: 410 });
  });
});
