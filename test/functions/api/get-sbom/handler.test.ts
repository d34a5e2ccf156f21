import { describe, expect, test } from 'vitest';
import { resultObjectName } from '@scangate/engines/model/results';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const get = (scanId: unknown, query: Record<string, string> = {}, more: CallOptions = {}) =>
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

/** Creates a completed scan of these types, whose units left an SBOM with one component of this name each. */
const scanOf = async (scanTypes: string[] | undefined, ...names: string[]) => {
  const scanId = String((await create(plain({ ...(scanTypes && { scanTypes }) }))).body['scanId']);
  const { organizationId } = fixture.organization;
  for (const [index, name] of names.entries()) {
    const unit = String(fixture.repository.units[index]?.projectUnitId);
    const key = { area: 'results', organizationId, name: resultObjectName(scanId, unit, 'sbom') };
    await world.blobs.put(key, sbomOf(unit, name));
  }
  await end(scanId);
  return scanId;
};

const scanWith = (...names: string[]) => scanOf(undefined, ...names);

describe('200', () => {
  test('merges the SBOMs of several units into one valid document', async () => {
    const { body, headers, status } = await get(await scanWith('left', 'right'));
    expect([status, headers['Content-Type']]).toEqual([200, 'application/vnd.cyclonedx+json; version=1.6']);
    expect(validateSbom(body)).toEqual([]);
    expect(JSON.stringify(body['components'])).toContain('pkg:npm/left@1.0.0');
    expect(JSON.stringify(body['components'])).toContain('pkg:npm/right@1.0.0');
  });

  test.each([
    ['cyclonedx', 'application/vnd.cyclonedx+json; version=1.6', 'sbom.cdx.json'],
    ['spdx', 'application/spdx+json; version=2.3', 'sbom.spdx.json'],
  ])('format=%s is a file, whatever Accept says', async (format, type, ending) => {
    const scanId = await scanWith('left', 'right');
    const { status, headers } = await get(scanId, { format }, { headers: { Accept: 'text/html' } });
    const name = `${fixture.repository.fullName.replace('/', '-')}-${commitHash.slice(0, 12)}-${ending}`;
    expect([status, headers['Content-Type'], headers['Content-Disposition']]).toEqual([
      200,
      type,
      `attachment; filename="${name}"`,
    ]);
  });

  test('answers one unit with its stored document', async () => {
    const scanId = await scanWith('left', 'right');
    const projectUnitId = String(fixture.repository.units[1]?.projectUnitId);
    expect((await get(scanId, { projectUnitId })).text).toBe(sbomOf(projectUnitId, 'right'));
  });

  test('answers a repeated request with the same document, byte for byte', async () => {
    const scanId = await scanWith('left', 'right');
    expect((await get(scanId)).text).toBe((await get(scanId)).text);
  });
});

describe('Accept chooses', () => {
  const accepting = (accept: string, scanId: string) => get(scanId, {}, { headers: { Accept: accept } });

  test('SPDX 2.3 of all units, the same each time', async () => {
    const scanId = await scanWith('left', 'right');
    const { headers, body, text } = await accepting('application/spdx+json', scanId);
    expect([headers['Content-Type'], headers['Vary']]).toEqual([
      'application/spdx+json; version=2.3',
      'Accept',
    ]);
    expect(body['spdxVersion']).toBe('SPDX-2.3');
    for (const purl of ['pkg:npm/left@1.0.0', 'pkg:npm/right@1.0.0']) expect(text).toContain(purl);
    expect((await accepting('application/spdx+json;version=2.3', scanId)).text).toBe(text);
  });

  test('CycloneDX for JSON and for any type', async () => {
    const scanId = await scanWith('left', 'right');
    for (const accept of ['application/json', '*/*', 'application/spdx+json;q=0.5, application/json']) {
      const { headers } = await accepting(accept, scanId);
      expect(headers['Content-Type']).toBe('application/vnd.cyclonedx+json; version=1.6');
    }
  });

  test('406 not_acceptable: another version, or another format', async () => {
    const scanId = await scanWith('left', 'right');
    for (const accept of [
      'application/spdx+json;version=3.0',
      'text/spdx',
      'application/vnd.cyclonedx+xml',
    ]) {
      const { status, body } = await accepting(accept, scanId);
      expect([status, body['code']]).toEqual([406, 'not_acceptable']);
    }
  });
});

describe('404', () => {
  test('sbom_not_found: the scan produced none', async () => {
    const { status, body } = await get(await scanOf(['sca']));
    expect([status, body['code']]).toEqual([404, 'sbom_not_found']);
  });

  test('sbom_not_found: the scan failed, with or without units', async () => {
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

  test('project_unit_not_found: the scan does not have the unit', async () => {
    const answer = await get(await scanWith('left'), { projectUnitId: testIds.uuid() });
    expect(answer.body['code']).toBe('project_unit_not_found');
  });

  test('scan_not_found: a scan of another organization', async () => {
    const other = await newOrganization(world.store);
    const { body } = await get(await scanWith('left'), {}, { caller: other.as('owner') });
    expect(body['code']).toBe('scan_not_found');
  });
});

test('409 conflict: an active scan has no SBOM', async () => {
  const { body: created } = await create(plain());
  const { status, body } = await get(created['scanId']);
  expect([status, body['code'], body['scanStatus']]).toEqual([409, 'conflict', 'queued']);
});

test('410 payload_expired: a removed SBOM is refused, never a document without it', async () => {
  const scanId = await scanWith('left');
  const [kept, gone] = fixture.repository.units;
  const whole = await get(scanId);
  expect([whole.status, whole.body['code']]).toEqual([410, 'payload_expired']);
  expect((await get(scanId, { projectUnitId: String(kept?.projectUnitId) })).status).toBe(200);
  const one = await get(scanId, { projectUnitId: String(gone?.projectUnitId) });
  expect(one.body['code']).toBe('payload_expired');
});

test('402 entitlement_denied: Free exports nothing, not even on the console; Starter does', async () => {
  const scanId = await scanWith('left', 'right');
  const session = fixture.organization.as('member', 'session');
  const asked = (plan: 'Free' | 'Starter') => get(scanId, {}, { caller: { ...session, plan } });
  const denied = await asked('Free');
  expect([denied.status, denied.body['code'], denied.body['capability']]).toEqual([
    402,
    'entitlement_denied',
    'proof_export',
  ]);
  expect((await asked('Starter')).status).toBe(200);
});
