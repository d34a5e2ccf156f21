import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { compareScans } from '#app/verdict/compare-scans.ts';
import { loadUnitFindings } from '#app/reports/unit-documents.ts';
import { changeRules } from '#app/policy/rules/change-rules.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { RuleTrial } from '#ports/scans/rule-trial.ts';
import { acmeSecret, acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';
import { runExecution } from '#test/support/scans/run-execution.ts';
import {
  commitHash,
  createdScan,
  newScan,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { later, type TestOrganization } from '#test/support/world.ts';

const ruleTrial: RuleTrial = {
  check: checkRules,
  try: async () => {
    throw new Error('nothing is tried');
  },
};

let store: MemoryStore;
let world: WorkflowWorld;
let organization: TestOrganization;
let repository: Awaited<ReturnType<typeof createdScan>>['repository'];
let seconds: number;

beforeEach(async () => {
  store = new MemoryStore();
  world = workflowWorld(store);
  seconds = 0;
  const created = await createdScan(world, [['', 'pypi']], { withSast: true });
  ({ organization, repository } = created);
});

const put = (...rules: CustomRule[]) =>
  changeRules(
    { caller: organization.as('admin'), rules, ifMatch: '*' },
    { store, ruleTrial },
    later((seconds += 1)),
  );

const commit = (hash: string, files: Record<string, string>): void => {
  world.sources.commits.set(hash, files);
  world.sources.tips.set('main', hash);
  world.sources.history.add(hash);
};

/** Scans a commit of the default branch. @returns the scan as it ended, with what it found. */
const scanned = async (hash: string) => {
  seconds += 100;
  const request = { commitHash: hash, scanTypes: ['secrets', 'sast'] as const };
  const { organizationId, scanId } = await newScan(store, {
    caller: organization.as('member'),
    repository,
    request: request as never,
    now: later(seconds),
  });
  const ports = { ...world, advisories: { load: async () => emptyAdvisoryIndex } };
  await runExecution({ organizationId, scanId }, ports, { startSeconds: seconds });
  const scan = await store.get('scan', { organizationId, scanId });
  const [unit] = scan?.units ?? [];
  const projectUnitId = unit?.projectUnitId ?? '';
  const stored = await loadUnitFindings({ organizationId, scanId, projectUnitId }, world.blobs);
  const findings = (stored ?? []).flatMap((one) => ('rule' in one ? [one] : []));
  return { scan, unit, findings };
};

const files = {
  'requirements.txt': 'requests==2.0.0\n',
  'app.py': `import acme\n\nACME = "${acmeSecret}"\nacme.connect("a", verify=False)\n`,
};

test('rules of the organization judge the scans that are created after them', async () => {
  commit(commitHash, files);
  const before = await scanned(commitHash);
  expect(before.scan?.verdict?.verdict).toBe('PASS');
  await put(acmeToken, noVerification);
  const { scan, findings } = await scanned(commitHash);
  expect(scan?.verdict).toMatchObject({
    verdict: 'FAIL',
    reasons: ['critical_vulnerabilities_found', 'critical_secrets_found'],
  });
  expect(findings.map(({ rule }) => rule).toSorted()).toEqual([
    'custom/acme-token',
    'custom/no-verification',
  ]);
  const compared = { scanId: scan?.scanId ?? '', withScanId: before.scan?.scanId ?? '' };
  const { organizationId } = organization;
  const { why } = await compareScans({ organizationId, ...compared }, { store, blobs: world.blobs });
  expect(why.map(({ causes }) => causes)).toEqual([
    [{ input: 'policy', findings: 1 }],
    [{ input: 'policy', findings: 1 }],
  ]);
  await put();
  expect((await scanned(commitHash)).scan?.verdict?.verdict).toBe('PASS');
});

test('a result is reused only with equal rules', async () => {
  commit(commitHash, files);
  await put(acmeToken);
  await scanned(commitHash);
  const other = 'd'.repeat(40);
  commit(other, files);
  expect((await scanned(other)).unit?.reusedFrom).toBeDefined();
  await put({ ...acmeToken, severity: 'low' });
  const { unit, scan } = await scanned(other);
  expect([unit?.reusedFrom, scan?.verdict?.verdict]).toEqual([undefined, 'PASS']);
});

test('suppressions of the default branch cover findings of such rules, and unknown names are reported', async () => {
  await put(acmeToken, noVerification);
  commit(commitHash, {
    ...files,
    'app.py': `import acme\nACME = "${acmeSecret}"  # scangate:allow custom/acme-token a sample\nacme.connect("a", verify=False)\n`,
    '.scangateignore': 'sast:custom/no-verification app.py # agreed\nsast:custom/none app.py\n',
  });
  const { scan, findings } = await scanned(commitHash);
  expect(findings.every(({ suppressed }) => suppressed)).toBe(true);
  expect(scan?.verdict).toMatchObject({ verdict: 'PASS' });
  expect(scan?.verdict?.suppressionsUnused).toMatchObject([
    { entry: 'sast:custom/none app.py', reason: 'unknown_rule' },
  ]);
});
