import { expect, test } from 'vitest';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { readOfProject } from '@scangate/engines/units/project-files';
import { inventoryOf, type Contents } from '#test/engines/inventory/inventory-fixtures.ts';
import { engineInput, indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';

const advisory = osvRecord({
  ecosystem: 'GitHub Actions',
  name: 'tj-actions/changed-files',
  events: [{ introduced: '0' }, { fixed: '46.0.1' }],
});

const workflow = (ref: string): Contents => ({
  '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n      - uses: tj-actions/changed-files@${ref}\n`,
});

const scan = (contents: Contents) => {
  const { findings, coverage } = scaEngine.run(engineInput(inventoryOf(contents), indexOf(advisory)));
  return { found: findings.length, ...coverage };
};

const hash = '0e58ed8671d6b60d0890c21b07f8835ace038e67';

test.each([
  ['v45', 1],
  ['v46', 0],
  ['v45.0.7', 1],
  ['46.0.1', 0],
  [`${hash} # v45.0.7`, 1],
])('a vulnerable action at %s is found', (ref, found) => {
  expect(scan(workflow(ref))).toMatchObject({ found, status: 'assessed' });
});

test('an action at a branch, or at a hash without a version comment, is a gap', () => {
  for (const ref of ['main', hash])
    expect(scan(workflow(ref))).toMatchObject({
      status: 'unassessed',
      gaps: [{ reason: 'the version cannot be ordered' }],
    });
});

test('tools do not replace dependencies that could not be read', () => {
  const broken = scan({ ...workflow('v46'), 'package-lock.json': '{' });
  expect(broken).toMatchObject({ status: 'unassessed', assessed: 1 });
  expect(scan({ ...workflow('v46'), 'package.json': '{"dependencies":{"a":"1"}}' }).status).toBe(
    'unassessed',
  );
  const pods = 'PODS:\n  - A (1.0)\nDEPENDENCIES:\n  - A\nCOCOAPODS: 1.15.2\n';
  const gaps = [{ reason: 'no advisories exist for CocoaPods', file: 'Podfile.lock', count: 1 }];
  expect(scan({ ...workflow('v46'), 'Podfile.lock': pods })).toMatchObject({ status: 'unassessed', gaps });
});

test('a unit with only tools without advisories has nothing to assess, and says why', () => {
  const { nothingToAssess, status, gaps } = scan({ '.tool-versions': 'nodejs 22.1.0\n' });
  expect([nothingToAssess, status]).toEqual([true, 'unassessed']);
  expect(gaps).toContainEqual({
    reason: 'no advisories exist for packages of no registry',
    file: '.tool-versions',
    count: 1,
  });
});

test('an uploaded list of tools satisfies the request', () => {
  const inventory = readUploadedLockfile('.tool-versions', 'nodejs 22.1.0\n');
  expect(readOfProject(inventory)).toEqual(['.tool-versions']);
  const { coverage } = licenseEngine.run(engineInput(inventory, indexOf(advisory)));
  expect(coverage).not.toHaveProperty('nothingToAssess');
});

test('a list of tools starts no unit and gives none its type', () => {
  const paths = ['.github/workflows/ci.yml', '.tool-versions', 'infra/.terraform.lock.hcl', 'a/action.yml'];
  expect(discoverUnits(paths, 'r')).toEqual([{ path: '', type: 'source', name: 'r' }]);
  expect(discoverUnits([...paths, 'package.json'], 'r')).toEqual([{ path: '', type: 'npm', name: 'r' }]);
});
