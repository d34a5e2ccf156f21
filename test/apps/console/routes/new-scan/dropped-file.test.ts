import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  classifyFile,
  maxFileBytes,
  readDroppedFile,
} from '@scangate/console/routes/new-scan/dropped-file.ts';

const file = (name: string, content: string, size = content.length) => ({
  name,
  size,
  text: () => Promise.resolve(content),
});

const never = (name: string, size: number) => ({
  name,
  size,
  text: () => Promise.reject(new Error('The file was read.')),
});

describe('a dropped file', () => {
  test('of 0 bytes, or of nothing but spaces, is empty', async () => {
    expect(await readDroppedFile(never('a.json', 0))).toEqual({ problem: { code: 'empty' } });
    expect(classifyFile('a.json', ' \n')).toEqual({ problem: { code: 'empty' } });
  });

  test('of 11 MB is refused before it is read', async () => {
    const bytes = 11 * 1024 * 1024;
    expect(await readDroppedFile(never('package-lock.json', bytes))).toEqual({
      problem: { code: 'too_large', bytes },
    });
    expect(maxFileBytes).toBe(10 * 1024 * 1024);
  });

  test('that is not JSON although its name says so is refused', () => {
    expect(classifyFile('package-lock.json', '{')).toEqual({ problem: { code: 'not_json' } });
    expect(classifyFile('bom.json', '<bom/>')).toEqual({ problem: { code: 'not_json' } });
  });

  test('that is JSON but not CycloneDX is refused', () => {
    expect(classifyFile('sbom.json', '{"name":"a"}')).toEqual({ problem: { code: 'not_cyclonedx' } });
    expect(classifyFile('sbom.json', '[]')).toEqual({ problem: { code: 'not_cyclonedx' } });
  });

  test('that is CycloneDX is an SBOM, whatever its name and with a byte-order mark', () => {
    const sbom = { bomFormat: 'CycloneDX', specVersion: '1.6' };
    expect(classifyFile('out.txt', `\uFEFF${JSON.stringify(sbom)}`)).toEqual({
      artifact: { kind: 'sbom', sbom },
    });
  });

  test.each([
    [
      'CycloneDX XML',
      '\uFEFF<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1"/>',
    ],
    ['SPDX tag-value', '# a comment\nSPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n'],
    ['SPDX JSON', '{"spdxVersion":"SPDX-2.3"}'],
    ['SPDX 3 JSON', '{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld","@graph":[]}'],
    ['syft JSON', '{"artifacts":[],"descriptor":{"name":"syft"}}'],
    ['trivy JSON', '{"SchemaVersion":2,"ArtifactName":"alpine"}'],
  ])('that is %s is referred to the command line, whatever its name', (_, content) => {
    for (const name of ['bom.xml', 'bom.spdx', 'bom.json', 'bom'])
      expect(classifyFile(name, content)).toEqual({ problem: { code: 'other_sbom' } });
  });

  test('that only mentions another format in a package name or a comment is a lockfile', () => {
    const content = 'spdxversion@^1:\n  # no SPDXVersion: here\n  resolved "https://example.com/spdx.org"\n';
    expect(classifyFile('yarn.lock', content)).toMatchObject({ artifact: { kind: 'lockfile' } });
    const json = JSON.stringify({ version: 4, packages: { spdxVersion: '1.0.0' } });
    expect(classifyFile('deno.lock', json)).toMatchObject({ artifact: { kind: 'lockfile' } });
  });

  test('is a lockfile otherwise, and the service determines which', () => {
    expect(classifyFile('yarn.lock', 'lodash@^4:\n')).toEqual({
      artifact: { kind: 'lockfile', lockfile: { path: 'yarn.lock', content: 'lodash@^4:\n' } },
    });
  });

  test('of bytes that are not text is refused', () => {
    expect(classifyFile('yarn.lock', 'PK\u0003\u0004\u0000')).toEqual({ problem: { code: 'not_text' } });
    expect(classifyFile('yarn.lock', '\uFFFD\uFFFD')).toEqual({ problem: { code: 'not_text' } });
  });

  test('that exceeds 4.5 MB when compressed is referred to the command line', async () => {
    const result = await readDroppedFile(
      file('yarn.lock', randomBytes(5_000_000).toString('hex').slice(0, 10_000_000)),
    );
    expect(result).toMatchObject({ problem: { code: 'too_large_compressed' } });
  });

  test('that compresses well is accepted', async () => {
    const result = await readDroppedFile(file('yarn.lock', 'lodash@^4.17.21:\n'.repeat(500_000)));
    expect(result).toMatchObject({ artifact: { kind: 'lockfile' } });
  });
});
