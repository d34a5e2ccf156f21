import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { rejudgeScan } from '#app/verdict/rejudge-scan.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { later, noon, testIds } from '#test/support/world.ts';
import { maxJudgments } from '@scangate/domain/verdict/judgment';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const leaf = (severity: keyof typeof vector) =>
  osvRecord({
    id: 'GHSA-leaf',
    name: 'leaf',
    events: [{ introduced: '0' }, { fixed: '1.2.0' }],
    severity: cvss(vector[severity]),
  });
const files = { 'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }) };
const harmless = indexOf(osvRecord({ id: 'GHSA-other', name: 'other' }));
const published = { ...indexOf(leaf('critical')), snapshotId: 'newer' };

let scans: Awaited<ReturnType<typeof judgedScans>>;
beforeEach(async () => {
  scans = await judgedScans(new MemoryStore(), harmless);
});

const portsOf = () => ({ ...scans.world, advisories: scans.advisories });
const rejudge = (scanId: string, now = later(3600), organizationId = scans.organizationId) =>
  rejudgeScan({ organizationId, scanId }, portsOf(), now);
const stored = (scanId: string) =>
  scans.world.store.get('scan', { organizationId: scans.organizationId, scanId });
const ledger = () => (scans.world.store as MemoryStore).all('ledgerEntry').length;

describe('a new judgment', () => {
  test('uses the advisories of today, and leaves the first verdict unchanged', async () => {
    const { scanId, verdict } = await scans.scan(files);
    expect(verdict?.verdict).toBe('PASS');
    scans.current.advisories = published;
    const { judgment, isNew } = await rejudge(scanId);
    expect(isNew).toBe(true);
    expect(judgment).toMatchObject({
      verdict: 'FAIL',
      reason: 'critical_vulnerabilities_found',
      judgedAt: later(3600).toISOString(),
      advisorySnapshot: { id: 'newer' },
    });
    const scan = await stored(scanId);
    expect(scan?.verdict).toEqual(verdict);
    expect(scan?.judgments).toEqual([judgment]);
  });

  test('under a policy that counts days is new on the day on which a finding counts, and no sooner', async () => {
    await scans.setPolicy({ ...defaultPolicy, ignore: { unfixable: { untilDays: 30 } } });
    const severity = cvss(vector.critical);
    const unfixed = osvRecord({ id: 'GHSA-leaf', name: 'leaf', events: [{ introduced: '0' }], severity });
    scans.current.advisories = indexOf({ ...unfixed, published: noon.toISOString() });
    const { scanId, verdict } = await scans.scan(files);
    expect(verdict?.verdict).toBe('PASS');
    const answers = [];
    for (const days of [1, 2, 29, 31, 32]) {
      const { judgment, isNew } = await rejudge(scanId, later(days * 86_400));
      answers.push([days, judgment.verdict, isNew]);
    }
    expect(answers).toEqual([
      [1, 'PASS', false],
      [2, 'PASS', false],
      [29, 'PASS', false],
      [31, 'FAIL', true],
      [32, 'FAIL', false],
    ]);
  });

  test('with the inputs of the first verdict returns that verdict, and writes nothing', async () => {
    const { scanId, verdict } = await scans.scan(files);
    const { judgment, isNew, judgments } = await rejudge(scanId, later(86_400));
    expect({ isNew, judgments }).toEqual({ isNew: false, judgments: [] });
    expect(judgment).toMatchObject({ verdict: 'PASS', judgedAt: verdict?.judgedAt });
    expect((await stored(scanId))?.judgments).toBeUndefined();
  });

  test('twice writes one judgment for each of the distinct inputs', async () => {
    const { scanId } = await scans.scan(files);
    scans.current.advisories = published;
    const first = await rejudge(scanId);
    expect((await rejudge(scanId, later(86_400))).judgment).toEqual(first.judgment);
    await scans.setPolicy({ ...defaultPolicy, severityThreshold: 'low' });
    const strict = await rejudge(scanId);
    expect(strict.judgment).toMatchObject({ reason: 'vulnerabilities_above_threshold' });
    expect((await rejudge(scanId)).isNew).toBe(false);
    expect((await stored(scanId))?.judgments).toEqual([first.judgment, strict.judgment]);
  });

  test('twice at the same time writes one', async () => {
    const { scanId } = await scans.scan(files);
    scans.current.advisories = published;
    const both = await Promise.all([rejudge(scanId), rejudge(scanId, later(3601))]);
    expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect((await stored(scanId))?.judgments).toHaveLength(1);
  });

  test('keeps only the newest judgments', async () => {
    const { scanId } = await scans.scan(files);
    for (let number = 0; number < maxJudgments + 3; number += 1) {
      scans.current.advisories = { ...published, snapshotId: `snapshot-${number}` };
      await rejudge(scanId);
    }
    const { judgments = [] } = (await stored(scanId))!;
    expect(judgments.map(({ advisorySnapshot }) => advisorySnapshot.id)).toEqual(
      Array.from({ length: maxJudgments }, (_, index) => `snapshot-${index + 3}`),
    );
  });

  test('costs nothing', async () => {
    const { scanId } = await scans.scan(files);
    const before = ledger();
    scans.current.advisories = published;
    await rejudge(scanId);
    expect(ledger()).toBe(before);
  });
});

describe('a scan that cannot be judged again', () => {
  test('is scan_not_found when another organization has it', async () => {
    const { scanId } = await scans.scan(files);
    await expect(rejudge(scanId, noon, testIds.uuid())).rejects.toMatchObject({ code: 'scan_not_found' });
  });

  test('is scan_not_ended while it is active, and scan_not_judged when it was cancelled', async () => {
    const { organization, repository, organizationId, world } = scans;
    const caller = organization.as('member');
    const { scanId } = await newScan(world.store, { caller, repository });
    await expect(rejudge(scanId)).rejects.toMatchObject({ code: 'scan_not_ended', status: 409 });
    await endScan({ organizationId, scanId, outcomeOf: () => ({ status: 'cancelled' }) }, world, noon);
    await expect(rejudge(scanId)).rejects.toMatchObject({ code: 'scan_not_judged', status: 409 });
  });

  test('is payload_expired when its payload was purged', async () => {
    const scan = await scans.scan(files);
    const { organizationId } = scans;
    for (const name of payloadNames(scan).flat())
      await scans.world.blobs.remove({ area: 'results', organizationId, name });
    await expect(rejudge(scan.scanId)).rejects.toMatchObject({ code: 'payload_expired', status: 410 });
  });

  test('is temporarily_unavailable while the service has no advisories', async () => {
    const { scanId } = await scans.scan(files);
    scans.current.advisories = { snapshotId: 'none', ecosystems: [], lookup: () => [] };
    await expect(rejudge(scanId)).rejects.toMatchObject({ code: 'temporarily_unavailable', status: 503 });
  });
});
