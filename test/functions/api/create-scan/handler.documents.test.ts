import { describe, expect, test } from 'vitest';
import { sha256 } from '@scangate/engines/model/digest';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import { world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, testIds, write } from '#test/support/world.ts';

const { fixture, create, expectNothingHappened } = scanRequests();

const spdx = JSON.stringify({
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  packages: [{ SPDXID: 'SPDXRef-a', name: 'a', versionInfo: '1' }],
});
const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.4" version="1"><components><component type="library"><name>a</name><version>1</version></component></components></bom>`;
const syft = JSON.stringify({
  artifacts: [{ id: '1', name: 'a', version: '1' }],
  descriptor: { name: 'syft' },
});
const trivy = JSON.stringify({
  SchemaVersion: 2,
  ArtifactName: 'a',
  Results: [{ Packages: [{ Name: 'a', Version: '1' }] }],
});
const tagValue = 'SPDXVersion: SPDX-2.2\nPackageName: a\nSPDXID: SPDXRef-a\nPackageVersion: 1\n';
const cycloneDx = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });

const uploaded = async (
  content: string | Uint8Array,
  mediaType: DocumentType,
  of?: string,
): Promise<string> => {
  const organizationId = of ?? fixture.organization.organizationId;
  const uploadId = testIds.uuid();
  const item = {
    organizationId,
    uploadId,
    contentLength: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    mediaType,
  };
  await write(world.store, [{ change: 'insert', record: 'upload', item }]);
  await world.blobs.put({ area: 'incoming', organizationId, name: uploadId }, content);
  return uploadId;
};

const scanOf = (uploadId: string, more: object = {}): object => ({
  uploadId,
  repositoryId: fixture.repository.repositoryId,
  commitHash,
  projectUnitId: fixture.repository.units[0]?.projectUnitId,
  ...more,
});

describe('201', () => {
  test.each<[DocumentType, string]>([
    ['application/vnd.cyclonedx+json', cycloneDx],
    ['application/vnd.cyclonedx+xml', xml],
    ['application/spdx+json', spdx],
    ['text/spdx', tagValue],
    ['application/vnd.syft+json', syft],
    ['application/vnd.trivy+json', trivy],
  ])(
    'scans an SBOM that was uploaded separately as %s, stored as it was sent',
    async (mediaType, content) => {
      const answer = await create(scanOf(await uploaded(content, mediaType)));
      expect([answer.status, answer.body['sourceTrigger']]).toEqual([201, 'cli']);
      const { organizationId } = fixture.organization;
      const scanId = String(answer.body['scanId']);
      expect((await world.store.get('scan', { organizationId, scanId }))?.artifact).toEqual({
        kind: 'sbom',
        sha256: sha256(content),
      });
      const kept = await world.blobs.get({ area: 'incoming', organizationId, name: scanId });
      expect(Buffer.from(kept ?? []).toString()).toBe(content);
    },
  );

  test('uses the upload once', async () => {
    const uploadId = await uploaded(spdx, 'application/spdx+json');
    const first = await create(scanOf(uploadId));
    const second = await create(scanOf(uploadId));
    expect([first.status, second.body['code'], second.body['scanId']]).toEqual([
      201,
      'upload_used',
      first.body['scanId'],
    ]);
  });
});

describe('422', () => {
  const expectRefused = async (body: object, code: string, detail: string | RegExp) => {
    const answer = await create(body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    expect(JSON.stringify(answer.body)).toMatch(detail);
    await expectNothingHappened();
  };

  test('validation_failed: an SBOM without the other fields, and a whole request with some', async () => {
    const uploadId = await uploaded(spdx, 'application/spdx+json');
    await expectRefused({ uploadId }, 'validation_failed', /repositoryId is required/);
    const { organizationId } = fixture.organization;
    const whole = testIds.uuid();
    const item = { organizationId, uploadId: whole, contentLength: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    await write(world.store, [{ change: 'insert', record: 'upload', item }]);
    await world.blobs.put({ area: 'incoming', organizationId, name: whole }, '{}');
    await expectRefused(scanOf(whole), 'validation_failed', /only its uploadId/);
  });

  test('project_unit_required: an SBOM belongs to a unit', async () => {
    const uploadId = await uploaded(spdx, 'application/spdx+json');
    await expectRefused(
      scanOf(uploadId, { projectUnitId: undefined }),
      'project_unit_required',
      /projectUnitId/,
    );
  });

  test('unknown_field: an artifact in the body beside an upload', async () => {
    const uploadId = await uploaded(spdx, 'application/spdx+json');
    await expectRefused(scanOf(uploadId, { sbom: {} }), 'unknown_field', /sbom/);
  });
});

describe('404 upload_not_found', () => {
  test('for an unknown upload, one without content, and one of another organization', async () => {
    const other = await newOrganization(world.store);
    const foreign = await uploaded(spdx, 'application/spdx+json', other.organizationId);
    const expired = await uploaded(spdx, 'application/spdx+json');
    const { organizationId } = fixture.organization;
    await world.blobs.remove({ area: 'incoming', organizationId, name: expired });
    for (const uploadId of [testIds.uuid(), foreign, expired]) {
      const answer = await create(scanOf(uploadId));
      expect([answer.status, answer.body['code']]).toEqual([404, 'upload_not_found']);
    }
    await expectNothingHappened();
  });
});
