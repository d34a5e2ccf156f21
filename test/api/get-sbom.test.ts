import { describe, expect, test } from 'vitest';
import { resultName } from '../../lib/domain/scans/results.ts';
import { buildSbom } from '../../lib/scanners/sbom/build-sbom.ts';
import { validateSbom } from '../../lib/scanners/sbom/validate-sbom.ts';
import { call, world, type Call } from '../support/api.ts';
import { commitHash, scanRequests } from '../support/scan-requests.ts';
import { component, inventory } from '../scanners/sca/advisory-fixtures.ts';
import { newOrganization, noon, testIds } from '../support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const get = (scanId: unknown, query: Record<string, string> = {}, more: Call = {}) =>
  call('get-sbom', {
    caller: fixture.organization.as('member'),
    params: { scanId: String(scanId) },
    query,
    ...more,
  });

const sbomOf = (projectUnitId: string, name: string): string =>
  buildSbom({
    inventory: inventory([component({ name })]),
    unit: { path: '', type: 'npm', name: 'shop' },
    repository: { fullName: 'acme/shop' },
    commitHash,
    serialNumber: `urn:uuid:${projectUnitId}`,
    timestamp: noon,
  });

/** A scan that completed, each unit of which left an SBOM with one component of this name. */
const scanWith = async (...names: string[]) => {
  const scanId = String((await create(plain())).body['scanId']);
  const { organizationId } = fixture.organization;
  for (const [index, name] of names.entries()) {
    const unit = String(fixture.repository.units[index]?.projectUnitId);
    const key = { area: 'results', organizationId, name: resultName(scanId, unit, 'sbom') };
    await world.blobs.put(key, sbomOf(unit, name));
  }
  await end(scanId);
  return scanId;
};

describe('200', () => {
  test('of several units it is one valid document that holds the components of all', async () => {
    const { body, headers, status } = await get(await scanWith('left', 'right'));
    expect([status, headers['Content-Type']]).toEqual([200, 'application/vnd.cyclonedx+json; version=1.6']);
    expect(validateSbom(body)).toEqual([]);
    expect(JSON.stringify(body['components'])).toContain('pkg:npm/left@1.0.0');
    expect(JSON.stringify(body['components'])).toContain('pkg:npm/right@1.0.0');
  });

  test('of one unit it is the document of that unit, as it was stored', async () => {
    const scanId = await scanWith('left', 'right');
    const projectUnitId = String(fixture.repository.units[1]?.projectUnitId);
    expect((await get(scanId, { projectUnitId })).text).toBe(sbomOf(projectUnitId, 'right'));
  });

  test('asked twice it is the same, byte by byte', async () => {
    const scanId = await scanWith('left', 'right');
    expect((await get(scanId)).text).toBe((await get(scanId)).text);
  });
});

describe('404', () => {
  test('sbom_not_found: none was made', async () => {
    const { status, body } = await get(await scanWith());
    expect([status, body['code']]).toEqual([404, 'sbom_not_found']);
  });

  test('sbom_not_found: the scan failed, with units or before it had any', async () => {
    const empty = await create(plain({ commitHash: 'b'.repeat(40), scanTypes: ['sbom'] }));
    const failed = await end(empty.body['scanId'], { errorCode: 'repo_access', error: 'gone' });
    expect((await get(failed.scanId)).body['code']).toBe('sbom_not_found');
    await world.store.commit([
      {
        change: 'update',
        record: 'scan',
        id: { organizationId: failed.organizationId, scanId: failed.scanId },
        set: { units: [] },
      },
    ]);
    expect((await get(failed.scanId)).body['code']).toBe('sbom_not_found');
  });

  test('project_unit_not_found: a unit that the scan does not have', async () => {
    const answer = await get(await scanWith('left'), { projectUnitId: testIds.uuid() });
    expect(answer.body['code']).toBe('project_unit_not_found');
  });

  test('scan_not_found: of another organization', async () => {
    const other = await newOrganization(world.store);
    const { body } = await get(await scanWith('left'), {}, { caller: other.as('owner') });
    expect(body['code']).toBe('scan_not_found');
  });
});

test('409 conflict: before the end there is none', async () => {
  const { body: created } = await create(plain());
  const { status, body } = await get(created['scanId']);
  expect([status, body['code'], body['scanStatus']]).toEqual([409, 'conflict', 'queued']);
});
