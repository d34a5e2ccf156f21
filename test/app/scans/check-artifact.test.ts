import { beforeEach, describe, expect, test } from 'vitest';
import { checkArtifact, contentOf } from '#app/scans/check-artifact.ts';
import { checkStoredArtifact } from '#app/scans/check-stored-artifact.ts';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import type { ArtifactParser } from '#ports/artifact-check.ts';
import { testIds } from '#test/support/world.ts';

const organizationId = testIds.uuid();
const name = testIds.uuid();
const { signal } = new AbortController();
const parser: ArtifactParser = {
  check: async (artifact, content) =>
    checkArtifact(artifact, contentOf(Buffer.concat(await Array.fromAsync(content)))),
};
let blobs: MemoryBlobs;

beforeEach(() => {
  blobs = new MemoryBlobs();
});

const store = (content: string | Uint8Array) =>
  blobs.put({ area: 'incoming', organizationId, name }, content);
const lockfile = async (path: string, content: string | Uint8Array) => {
  await store(content);
  return checkStoredArtifact({ organizationId, name, kind: 'lockfile', path }, { blobs, parser }, { signal });
};
const sbom = async (document: unknown) => {
  await store(JSON.stringify(document));
  return checkStoredArtifact({ organizationId, name, kind: 'sbom' }, { blobs, parser }, { signal });
};

const packageLock = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } },
});
const minimal = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };

describe('a lockfile', () => {
  test.each([
    ['package-lock.json', packageLock],
    ['app/requirements.txt', 'requests==2.31.0\n'],
    ['go.mod', 'module example.com/shop\n\nrequire golang.org/x/text v0.3.0\n'],
  ])('that the parsers can read is accepted: %s', async (path, content) => {
    expect(await lockfile(path, content)).toEqual({ ok: true });
  });

  test.each([
    ['truncated', packageLock.slice(0, -10)],
    ['of another format', 'requests==2.31.0\n'],
    ['empty', ''],
    ['of bytes that are not text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
  ])('that is %s is refused with a pointer and a reason, not thrown', async (_name, content) => {
    const verdict = await lockfile('package-lock.json', content);
    expect(verdict).toMatchObject({
      ok: false,
      code: 'unsupported_lockfile',
      errors: [
        { pointer: '/lockfile/content', code: 'unsupported_lockfile', detail: expect.stringMatching(/./) },
      ],
    });
  });
});

describe('an SBOM', () => {
  test.each(['1.4', '1.5', '1.6'])('that is valid CycloneDX %s is accepted', async (specVersion) => {
    const components = [{ type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }];
    expect(await sbom({ ...minimal, specVersion, components })).toEqual({ ok: true });
  });

  test('with errors is refused with a JSON Pointer to each of them', async () => {
    const components = [{ type: 'library', name: 'left' }, { type: 'library' }, { type: 'toy', name: 'x' }];
    const verdict = await sbom({ ...minimal, components });
    expect(verdict).toMatchObject({ ok: false, code: 'sbom_invalid' });
    const pointers = verdict.ok ? [] : verdict.errors.map(({ pointer }) => pointer);
    expect(pointers.some((pointer) => pointer.startsWith('/components/1'))).toBe(true);
    expect(pointers.some((pointer) => pointer.startsWith('/components/2'))).toBe(true);
  });

  test.each([
    ['another format', { spdxVersion: 'SPDX-2.3' }],
    ['an unknown version', { ...minimal, specVersion: '0.9' }],
    ['nothing', {}],
  ])('that is %s is refused with the versions that are supported', async (_name, document) => {
    const verdict = await sbom(document);
    expect(verdict).toMatchObject({
      ok: false,
      code: 'sbom_invalid',
      detail: expect.stringContaining('1.6'),
    });
  });
});

test('a missing artifact is an internal error, not a client error', async () => {
  await expect(
    checkStoredArtifact({ organizationId, name, kind: 'sbom' }, { blobs, parser }, { signal }),
  ).rejects.toThrow('not there');
});

describe('a document that was uploaded separately', () => {
  const document = async (content: string | Uint8Array, mediaType: DocumentType) => {
    await store(content);
    const kind = { kind: 'document', mediaType } as const;
    return checkStoredArtifact({ organizationId, name, ...kind }, { blobs, parser }, { signal });
  };
  const spdx = JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    packages: [{ SPDXID: 'SPDXRef-a', name: 'a', versionInfo: '1' }],
  });
  const xml = '<bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components/></bom>';

  test('is accepted in its announced format', async () => {
    expect(await document(spdx, 'application/spdx+json')).toEqual({ ok: true });
    expect(await document(xml, 'application/vnd.cyclonedx+xml')).toEqual({ ok: true });
    expect(await document(JSON.stringify(minimal), 'application/vnd.cyclonedx+json')).toEqual({ ok: true });
  });

  test.each<[string, string | Uint8Array, DocumentType, RegExp]>([
    ['of another format', spdx, 'text/spdx', /declared as text\/spdx but is SPDX 2 JSON/],
    ['truncated', spdx.slice(0, -9), 'application/spdx+json', /not complete JSON/],
    ['of an old version', 'SPDXVersion: SPDX-2.1\nPackageName: a\n', 'text/spdx', /version is not supported/],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), 'application/spdx+json', /not UTF-8/],
    [
      'XML with entities',
      `<!DOCTYPE bom [<!ENTITY a "b">]>${xml}`,
      'application/vnd.cyclonedx+xml',
      /entities/,
    ],
    [
      'against its schema',
      '{"bomFormat":"CycloneDX","specVersion":"9.9"}',
      'application/vnd.cyclonedx+json',
      /specVersion/,
    ],
  ])('is refused when it is %s, with the reason', async (_, content, mediaType, detail) => {
    const verdict = await document(content, mediaType);
    expect(verdict).toMatchObject({ ok: false, code: 'sbom_invalid' });
    expect(JSON.stringify(verdict)).toMatch(detail);
  });

  test('in SPDX is not accepted in a request body, which takes CycloneDX', async () => {
    expect(await sbom(JSON.parse(spdx))).toMatchObject({ ok: false, code: 'sbom_invalid' });
  });
});
