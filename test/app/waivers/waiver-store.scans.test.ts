import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { rejudgeScan } from '#app/verdict/rejudge-scan.ts';
import { createWaiver } from '#app/waivers/create-waiver.ts';
import { approveWaiver, rejectWaiver, withdrawWaiver } from '#app/waivers/decide-waiver.ts';
import { loadFindings } from '#app/reports/stored-findings.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Scan } from '@scangate/domain/records';
import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { later, noon, testIds, write } from '#test/support/world.ts';

const advisory = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  aliases: ['CVE-2024-1'],
  events: [{ introduced: '0' }],
  severity: cvss(vector.critical),
});
const files = {
  'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0', license: 'GPL-3.0-only' } }),
};

let scans: Awaited<ReturnType<typeof judgedScans>>;
let store: MemoryStore;
beforeEach(async () => {
  store = new MemoryStore();
  scans = await judgedScans(store, indexOf(advisory));
});

const waive = async (caller: Caller, match: WaiverMatch, scope?: WaiverScope) => {
  const request = { match, scope, reason: 'accepted', expiresAt: later(86_400).toISOString() };
  const made = await createWaiver({ caller, request, idempotency: undefined }, { store, ids: testIds }, noon);
  return made.body.waiverId;
};
const reasonsOf = ({ verdict }: Scan) => verdict?.reasons;
const waivedOf = async (scan: Scan) => {
  const [unit] = scan.units;
  if (!unit) throw new Error('the scan has a unit');
  const findings = await loadFindings(scan, unit, scans.world.blobs);
  return findings.flatMap(({ waived }) => waived ?? []);
};
const admin = () => scans.organization.as('admin');
const both = async () => {
  await waive(admin(), { advisory: 'cve-2024-1' });
  return waive(admin(), { license: 'GPL-3.0-only', package: 'pkg:npm/leaf' });
};

test('a waived vulnerability and a waived license no longer count, and stay among the findings', async () => {
  const failing = await scans.scan(files);
  expect(reasonsOf(failing)).toEqual(['critical_vulnerabilities_found', 'non_compliant_licenses_found']);
  await both();
  const passing = await scans.scan(files);
  expect(reasonsOf(passing)).toEqual(['no_issues_found']);
  expect(passing.verdict?.summary.licenses).toMatchObject({ compliant: 1, nonCompliant: 0 });
  expect(await waivedOf(passing)).toMatchObject([
    { reason: 'accepted', approvedBy: admin().personId, expiresAt: later(86_400).toISOString() },
    { reason: 'accepted' },
  ]);
  expect(passing.verdict?.waiversDigest).not.toBe(failing.verdict?.waiversDigest);
});

test('the digest of waivers covers those that matched, and no others', async () => {
  const before = await scans.scan(files);
  await waive(admin(), { advisory: 'CVE-2099-9' });
  const after = await scans.scan(files);
  expect(after.verdict?.waiversDigest).toBe(before.verdict?.waiversDigest);
});

test('a requested, rejected, withdrawn or expired waiver covers nothing', async () => {
  const member = scans.organization.as('member');
  await waive(member, { advisory: 'GHSA-leaf' });
  const rejected = await waive(member, { advisory: 'GHSA-leaf' });
  await rejectWaiver({ caller: admin(), waiverId: rejected }, store, noon);
  const withdrawn = await waive(admin(), { advisory: 'GHSA-leaf' });
  await withdrawWaiver({ caller: admin(), waiverId: withdrawn }, store, noon);
  expect(reasonsOf(await scans.scan(files))).toContain('critical_vulnerabilities_found');
  await waive(admin(), { advisory: 'GHSA-leaf' });
  expect(reasonsOf(await scans.scan(files))).not.toContain('critical_vulnerabilities_found');
  scans.current.now = later(86_400);
  expect(reasonsOf(await scans.scan(files))).toContain('critical_vulnerabilities_found');
});

test('an approval counts for scans from then on, and a rejudgment sees it, too', async () => {
  const waiverId = await waive(scans.organization.as('member'), { advisory: 'GHSA-leaf' });
  const failing = await scans.scan(files);
  expect(reasonsOf(failing)).toContain('critical_vulnerabilities_found');
  await approveWaiver({ caller: admin(), waiverId }, store, noon);
  const ports = { ...scans.world, advisories: scans.advisories };
  const { organizationId } = scans;
  const judged = await rejudgeScan({ organizationId, scanId: failing.scanId }, ports as never, later(60));
  expect(judged.judgment.reasons).toEqual(['non_compliant_licenses_found']);
  const expired = await rejudgeScan(
    { organizationId, scanId: failing.scanId },
    ports as never,
    later(86_400),
  );
  expect(expired.judgment.reasons).toContain('critical_vulnerabilities_found');
});

test('a waiver of another repository or unit covers nothing here', async () => {
  const repositoryId = testIds.uuid();
  const item = { ...scans.repository, repositoryId, units: [] };
  await write(store, [{ change: 'insert', record: 'repository', item }]);
  await waive(admin(), { advisory: 'GHSA-leaf' }, { repositoryId });
  expect(reasonsOf(await scans.scan(files))).toContain('critical_vulnerabilities_found');
  const own = { repositoryId: scans.repository.repositoryId };
  await waive(admin(), { advisory: 'GHSA-leaf' }, own);
  expect(reasonsOf(await scans.scan(files))).not.toContain('critical_vulnerabilities_found');
});

test('a scan records once a day which waivers it used', async () => {
  await both();
  await waive(admin(), { advisory: 'CVE-2099-9' });
  const used = () => store.all('waiverSlot').map(({ lastMatchedAt }) => lastMatchedAt);
  await scans.scan(files);
  expect(used()).toEqual([noon.toISOString(), noon.toISOString(), undefined]);
  scans.current.now = later(3600);
  await scans.scan(files);
  expect(used()).toEqual([noon.toISOString(), noon.toISOString(), undefined]);
});

test('a rule that cannot be waived counts whatever was waived before', async () => {
  const withKey = { ...files, 'a.env': `A=sk_live_${fake(base62, 24)}\n` };
  expect(reasonsOf(await scans.scan(withKey))).toContain('critical_secrets_found');
  await waive(admin(), { rule: 'stripe-key' });
  expect(reasonsOf(await scans.scan(withKey))).not.toContain('critical_secrets_found');
  await scans.setPolicy({ ...defaultPolicy, neverWaive: ['stripe-key'] });
  expect(reasonsOf(await scans.scan(withKey))).toContain('critical_secrets_found');
});
