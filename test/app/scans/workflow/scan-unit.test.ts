import { beforeEach, describe, expect, test } from 'vitest';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { dep, pomXml, published } from '#test/corpora/maven-trees/maven-case.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { noon } from '#test/support/world.ts';
import {
  commitHash,
  createdScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';

let store: MemoryStore;
let world: WorkflowWorld;
const known = indexOf(osvRecord({ name: 'left', severity: cvss(vector.critical) }));
let advisories: { load: () => Promise<AdvisoryIndex> };

beforeEach(() => {
  store = new MemoryStore();
  world = workflowWorld(store);
  advisories = { load: async () => known };
});

const packageLock = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', license: 'GPL-3.0-only' },
  },
});
/** Concatenated, so that no secret scanner reports this file. */
const leakedKey = `AKIA${'QWERTYUIOPASDFGH'}`;

const prepared = async (files: Record<string, string>, request: Partial<ScanRequest> = {}) => {
  world.sources.commits.set(commitHash, files);
  const scanned = await createdScan(world, [['', 'npm']], { request });
  const state = await prepareScan(scanned.ref, world as never, taskContextAt());
  const ports = { ...world, advisories };
  const scanUnit = (projectUnitId: string) =>
    scanProjectUnit({ ...scanned.ref, projectUnitId }, ports as never, taskContextAt());
  return { ...scanned, state, scanUnit };
};
const part = (
  ref: { organizationId: string; scanId: string },
  projectUnitId: string,
  name: 'findings' | 'sbom' | 'result',
) => {
  const content = world.blobs.objects.get(
    `results/${ref.organizationId}/${resultObjectName(ref.scanId, projectUnitId, 'findings')}`,
  );
  const lines = content ? Buffer.from(content).toString().split('\n') : [];
  const text = lines[['result', 'findings', 'sbom'].indexOf(name)];
  return text && (JSON.parse(text) as unknown);
};
const firstUnit = ({ units }: { units: { projectUnitId: string }[] }) => String(units[0]?.projectUnitId);

test('a build of Maven is resolved with the published poms, which its result and its reuse key name', async () => {
  world.publishedPoms = publishedFrom(
    publishedOf({ repository: published({ 'g:a:1': { needs: [dep('g:b:1')] }, 'g:b:1': {} }) }),
  );
  const files = { 'package-lock.json': packageLock, 'pom.xml': pomXml('t:p:1', { needs: [dep('g:a:1')] }) };
  const { ref, state, scanUnit } = await prepared(files);
  await scanUnit(firstUnit(state));
  expect(part(ref, firstUnit(state), 'result')).toMatchObject({ pomSnapshot: { id: 'test', poms: 2 } });
  expect(JSON.stringify(part(ref, firstUnit(state), 'sbom'))).toContain('pkg:maven/g/b@1');
});

describe('a unit', () => {
  test('produces findings, an SBOM and a result, which determine the verdict', async () => {
    const { ref, state, scanUnit } = await prepared({
      'package-lock.json': packageLock,
      'deploy.sh': `export AWS_ACCESS_KEY_ID=${leakedKey}\n`,
    });
    const unit = firstUnit(state);
    const scanned = await scanUnit(unit);
    expect(scanned).toEqual({ projectUnitId: unit });
    const result = part(ref, unit, 'result') as UnitResult;
    expect(result).toMatchObject({
      projectUnitId: unit,
      counts: { dependencies: { critical: 1 }, licenses: { nonCompliant: 1, total: 1 } },
      advisorySnapshot: { id: known.snapshotId },
    });
    expect(part(ref, unit, 'sbom')).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(part(ref, unit, 'findings')).toContainEqual(expect.objectContaining({ kind: 'license' }));
    expect(JSON.stringify(part(ref, unit, 'findings'))).not.toContain(leakedKey);

    await finishScan({ ...state, results: [scanned] }, world as never, taskContextAt());
    expect(store.all('scan')[0]?.verdict).toMatchObject({
      verdict: 'FAIL',
      reason: 'critical_vulnerabilities_found',
      reasons: expect.arrayContaining(['critical_vulnerabilities_found', 'non_compliant_licenses_found']),
    });
  });

  test('produces the same objects when it is scanned again', async () => {
    const { state, scanUnit } = await prepared({ 'package-lock.json': packageLock });
    await scanUnit(firstUnit(state));
    const before = new Map(world.blobs.objects);
    await scanUnit(firstUnit(state));
    expect(world.blobs.objects).toEqual(before);
  });

  test('is scanned from an archive that is passed with it as from a stored one', async () => {
    const { ref, state, scanUnit } = await prepared({ 'package-lock.json': packageLock });
    const projectUnitId = firstUnit(state);
    await scanUnit(projectUnitId);
    const before = new Map(world.blobs.objects);
    const work = `work/${ref.organizationId}/${ref.scanId}/${projectUnitId}`;
    const archive = Buffer.from(world.blobs.objects.get(work) ?? []).toString('base64');
    world.blobs.objects.clear();
    for (const [name, content] of before)
      if (name.endsWith('/gate.json')) world.blobs.objects.set(name, content);
    const unit = { ...ref, projectUnitId, contents: { [projectUnitId]: archive } };
    await scanProjectUnit(unit, { ...world, advisories } as never, taskContextAt());
    before.delete(work);
    expect(world.blobs.objects).toEqual(before);
  });

  test('produces no SBOM when none is requested', async () => {
    const { ref, state, scanUnit } = await prepared(
      { 'package-lock.json': packageLock },
      { scanTypes: ['license'] },
    );
    await scanUnit(firstUnit(state));
    expect(part(ref, firstUnit(state), 'sbom')).toBeUndefined();
    expect(part(ref, firstUnit(state), 'result')).toMatchObject({ coverage: [{ scanType: 'license' }] });
  });

  test('with an unreadable lockfile fails with lockfile_not_found', async () => {
    const { state, scanUnit } = await prepared(
      { 'package-lock.json': packageLock.slice(0, 40) },
      { scanTypes: ['sca'] },
    );
    const { failure } = await scanUnit(firstUnit(state));
    expect(failure).toMatchObject({
      errorCode: 'lockfile_not_found',
      error: expect.stringContaining('package-lock.json'),
    });
  });

  test('fails with system_error while the service has no advisories', async () => {
    advisories = { load: async () => ({ snapshotId: 'none', ecosystems: [], lookup: () => [] }) };
    const { state, scanUnit } = await prepared({ 'package-lock.json': packageLock });
    expect((await scanUnit(firstUnit(state))).failure?.errorCode).toBe('system_error');
  });

  test('of a scan that ended meanwhile is not scanned', async () => {
    const { ref, state, scanUnit } = await prepared({ 'package-lock.json': packageLock });
    await endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, world, noon);
    expect(await scanUnit(firstUnit(state))).toEqual({ projectUnitId: firstUnit(state) });
    expect([...world.blobs.objects.keys()]).toEqual([expect.stringMatching(/\/gate\.json$/)]);
  });

  test('whose files are gone is an internal error', async () => {
    const { state, scanUnit } = await prepared({ 'package-lock.json': packageLock });
    world.blobs.objects.clear();
    await expect(scanUnit(firstUnit(state))).rejects.toThrow('gone');
  });
});

describe('an artifact', () => {
  const ofArtifact = async (request: Partial<ScanRequest>, content: string | undefined) => {
    const scanned = await createdScan(world, [['', 'source']], {
      request: ({ units }) => ({
        projectUnitId: units[0]?.projectUnitId,
        ...request,
      }),
    });
    const { organizationId, scanId } = scanned.ref;
    if (content !== undefined)
      await world.blobs.put({ area: 'incoming', organizationId, name: scanId }, content);
    const state = await prepareScan(scanned.ref, world as never, taskContextAt());
    const unit = firstUnit(state);
    const ports = { ...world, advisories };
    const scanning = scanProjectUnit(
      { ...scanned.ref, projectUnitId: unit },
      ports as never,
      taskContextAt(),
    );
    return { ref: scanned.ref, unit, scanned: await scanning };
  };

  test('is the whole unit, with its own ecosystem', async () => {
    const lockfile = { path: 'package-lock.json', content: packageLock };
    const { ref, unit, scanned } = await ofArtifact({ lockfile }, packageLock);
    expect(scanned.failure).toBeUndefined();
    expect(part(ref, unit, 'result')).toMatchObject({ counts: { dependencies: { critical: 1 } } });
  });

  test('that is an SBOM is read as an SBOM', async () => {
    const sbom = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [{ type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }],
    };
    const { ref, unit, scanned } = await ofArtifact({ sbom }, JSON.stringify(sbom));
    expect(scanned.failure).toBeUndefined();
    expect(part(ref, unit, 'result')).toMatchObject({ counts: { dependencies: { critical: 1 } } });
  });

  test('that expired fails with lockfile_not_found and is not retried', async () => {
    const lockfile = { path: 'package-lock.json', content: packageLock };
    const { scanned } = await ofArtifact({ lockfile }, undefined);
    expect(scanned.failure?.errorCode).toBe('lockfile_not_found');
  });
});
