import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { cycloneDxOf } from '@scangate/engines/sbom/conversions/listed-document';
import { readSyft } from '@scangate/engines/sbom/conversions/syft';
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
  ['refs/tags/v45.0.7', 1],
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

test('the version of a hash in a comment makes an action vulnerable, and never clean', () => {
  const gaps = [{ reason: 'the version of a hash is only what a comment says' }];
  expect(scan(workflow(`${hash} # v45.0.7`))).toMatchObject({ found: 1, assessed: 0, gaps });
  for (const claim of ['# v99999.0.0', '# pin@v46', '# v45.0.7 v99999'])
    expect(scan(workflow(`${hash} ${claim}`))).toMatchObject({ status: 'unassessed', assessed: 0, gaps });
  const twice = `${workflow(`${hash} # v99999.0.0`)['.github/workflows/ci.yml'] as string}      - uses: TJ-actions/changed-files@${hash} # v45.0.7\n`;
  expect(scan({ '.github/workflows/ci.yml': twice })).toMatchObject({ found: 1, assessed: 0 });
});

test('the version of a hash in an SBOM is also only a claim', () => {
  const sbom = (version: string) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      {
        type: 'library',
        name: 'changed-files',
        purl: `pkg:githubactions/tj-actions/changed-files@${version}?vcs_url=git%2Bhttps://github.com/tj-actions/changed-files%40${hash}`,
      },
    ],
  });
  const found = (version: string) => {
    const inventory = inventoryFromSbom(sbom(version));
    const { findings, coverage } = scaEngine.run(engineInput(inventory, indexOf(advisory)));
    return [findings.length, coverage.assessed, coverage.status];
  };
  expect(found('v45')).toEqual([1, 0, 'unassessed']);
  expect(found('v99999.0.0')).toEqual([0, 0, 'unassessed']);
});

test('an action in an SBOM of syft is matched, and another repository of GitHub is never clean', () => {
  const purl = 'pkg:github/tj-actions/changed-files@';
  const syft = (type: string, version: string) =>
    readSyft({
      artifacts: [{ id: 'a', name: 'tj-actions/changed-files', version, type, purl: `${purl}${version}` }],
    });
  const found = (document: unknown) => {
    const { findings, coverage } = scaEngine.run(engineInput(inventoryFromSbom(document), indexOf(advisory)));
    return [findings.length, coverage.assessed];
  };
  const asCycloneDx = (type: string, version: string) => cycloneDxOf(syft(type, version));
  expect(found(asCycloneDx('github-action', 'v35'))).toEqual([1, 1]);
  expect(found(asCycloneDx('github-action-workflow', 'v46'))).toEqual([0, 1]);
  expect(found(asCycloneDx('binary', 'v35'))).toEqual([1, 0]);
  expect(found(asCycloneDx('binary', 'v46'))).toEqual([0, 0]);
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

test('lists of tools that cannot be read are a gap, not nothing to assess', () => {
  const { nothingToAssess, status, gaps } = scan({ '.github/workflows/ci.yml': 'jobs: [' });
  expect([nothingToAssess, status]).toEqual([undefined, 'unassessed']);
  expect(gaps).toEqual([expect.objectContaining({ file: '.github/workflows/ci.yml' })]);
});

test('a list of tools starts no unit, and a root that has nothing else is looked at for them', () => {
  const paths = ['.github/workflows/ci.yml', '.tool-versions', 'infra/.terraform.lock.hcl', 'a/action.yml'];
  expect(discoverUnits(paths, 'r')).toEqual([{ path: '', type: 'other', name: 'r' }]);
  expect(discoverUnits([...paths, 'package.json'], 'r')).toEqual([{ path: '', type: 'npm', name: 'r' }]);
});
