import { describe, expect, test } from 'vitest';
import { resultObjectName } from '@scangate/engines/model/results';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { license, suppressed, upgrade, vulnerability } from '#test/domain/reports/ended-scan.ts';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, noon } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const graph = (
  scanId: string,
  query: Record<string, string> = {},
  caller = fixture.organization.as('member'),
) => call('get-dependency-graph', { caller, params: { scanId }, query });

const left = component({ name: 'left', direct: false });
const mkdirp = component({ name: 'mkdirp', direct: true, dependsOn: [left.ref] });
const right = component({ name: 'right', direct: true });
const [leftPurl, mkdirpPurl, rightPurl] = [left, mkdirp, right].map(({ purl }) => String(purl));

const put = async (scanId: string, unit: number, kind: 'sbom' | 'findings', text: string) => {
  const { organizationId } = fixture.organization;
  const { projectUnitId = '' } = fixture.repository.units[unit] ?? {};
  await world.blobs.put(
    { area: 'results', organizationId, name: resultObjectName(scanId, projectUnitId, kind) },
    text,
  );
};

const sbomOf = (...components: (typeof left)[]): string =>
  buildSbom({
    inventory: inventory(components),
    unit: { path: '', type: 'npm', name: 'shop' },
    repository: { fullName: 'acme/shop' },
    commitHash,
    serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
    timestamp: noon,
  });

/** A scan of two units: mkdirp needs left in the first, and right stands alone in the second. */
const scan = async (): Promise<string> => {
  const scanId = String((await create(plain())).body['scanId']);
  const about = { purl: leftPurl ?? '' };
  const findings = [
    { ...vulnerability, ...about },
    { ...license, ...about },
    { ...suppressed(vulnerability), ...about },
    { ...upgrade, ...about },
  ];
  await put(scanId, 0, 'sbom', sbomOf(mkdirp, left));
  await put(scanId, 0, 'findings', JSON.stringify(findings));
  await put(scanId, 1, 'sbom', sbomOf(right));
  await put(scanId, 1, 'findings', '[]');
  await end(scanId);
  return scanId;
};

describe('200', () => {
  test('shows the packages of all units, with the findings that count', async () => {
    const { status, body } = await graph(await scan());
    expect([status, body]).toEqual([
      200,
      {
        nodes: [
          { purl: leftPurl, version: '1.0.0', direct: false, scope: 'required', findings: 2 },
          { purl: mkdirpPurl, version: '1.0.0', direct: true, scope: 'required', findings: 0 },
          { purl: rightPurl, version: '1.0.0', direct: true, scope: 'required', findings: 0 },
        ],
        edges: [[mkdirpPurl, leftPurl]],
        truncated: false,
      },
    ]);
  });

  test('shows the paths to one package, or one unit', async () => {
    const scanId = await scan();
    const namesOf = (body: Record<string, unknown>) =>
      (body['nodes'] as { purl: string }[]).map(({ purl }) => purl);
    expect(namesOf((await graph(scanId, { purl: leftPurl ?? '' })).body)).toEqual([leftPurl, mkdirpPurl]);
    expect(namesOf((await graph(scanId, { purl: 'pkg:npm/left' })).body)).toEqual([leftPurl, mkdirpPurl]);
    expect((await graph(scanId, { purl: 'pkg:npm/none' })).body).toEqual({
      nodes: [],
      edges: [],
      truncated: false,
    });
    const projectUnitId = String(fixture.repository.units[1]?.projectUnitId);
    expect(namesOf((await graph(scanId, { projectUnitId })).body)).toEqual([rightPurl]);
  });

  test('is not an export: each plan has it', async () => {
    const scanId = await scan();
    const free = {
      ...fixture.organization.as('member'),
      plan: 'Free' as const,
      tokenKind: 'session' as const,
    };
    expect((await graph(scanId, {}, free)).status).toBe(200);
  });
});

describe('refusals', () => {
  test('400 for an empty purl, 404 for an unknown unit', async () => {
    const scanId = await scan();
    expect((await graph(scanId, { purl: '' })).body['code']).toBe('invalid_query');
    const { status, body } = await graph(scanId, { projectUnitId: scanId });
    expect([status, body['code']]).toEqual([404, 'project_unit_not_found']);
  });

  test('404 without an SBOM, and for a scan of another organization', async () => {
    const scanId = String((await create(plain({ scanTypes: ['secrets'] }))).body['scanId']);
    await end(scanId);
    const { status, body } = await graph(scanId);
    expect([status, body['code']]).toEqual([404, 'sbom_not_found']);
    const other = await newOrganization(world.store);
    expect((await graph(scanId, {}, other.as('owner'))).body['code']).toBe('scan_not_found');
  });

  test('409 for an active scan, 410 once the payload was purged', async () => {
    const active = String((await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId']);
    expect((await graph(active)).body['code']).toBe('conflict');
    const scanId = await scan();
    const { organizationId } = fixture.organization;
    const { projectUnitId = '' } = fixture.repository.units[0] ?? {};
    const name = resultObjectName(scanId, projectUnitId, 'sbom');
    await world.blobs.remove({ area: 'results', organizationId, name });
    const { status, body } = await graph(scanId);
    expect([status, body['code']]).toEqual([410, 'payload_expired']);
  });
});
