import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import {
  documentPieces,
  joinUnitDocuments,
  loadEvidence,
  loadStoredResult,
  loadUnitDocument,
  loadUnitFindings,
  unitKey,
} from '#app/reports/unit-documents.ts';

const unit = { organizationId: 'o', scanId: 's', projectUnitId: 'u' };
const result = JSON.stringify({ projectUnitId: 'u', text: 'a line\nbreak' });
const findings = JSON.stringify([{ fingerprint: 'é'.repeat(100) }]);
const joined = joinUnitDocuments({ result, findings });

const stored = async (objects: Partial<Record<'findings' | 'result', Uint8Array | string>>) => {
  const blobs = new MemoryBlobs();
  for (const part of ['findings', 'result'] as const)
    if (objects[part] !== undefined) await blobs.put(unitKey(unit, part), objects[part]);
  return { result: await loadStoredResult(unit, blobs), findings: await loadUnitFindings(unit, blobs) };
};

test('result and findings are read from one object, and from two as earlier versions stored them', async () => {
  const expected = { result: JSON.parse(result) as unknown, findings: JSON.parse(findings) as unknown };
  expect(await stored({ findings: joined })).toEqual(expected);
  expect(await stored({ findings, result })).toEqual(expected);
  expect(await stored({})).toEqual({ result: undefined, findings: undefined });
});

const sbom = '{\n  "bomFormat": "CycloneDX"\n}\n';

test.each([1, 7, 64, 10_000])(
  'documents read in pieces of %d bytes are the same as those that were joined',
  async (size) => {
    const pieces = (content: Uint8Array) =>
      Array.from({ length: Math.ceil(content.length / size) }, (_none, index) =>
        content.subarray(index * size, (index + 1) * size),
      );
    const read = async (content: Uint8Array) => {
      const texts: Record<string, string> = {};
      for await (const [part, piece] of documentPieces(Readable.from(pieces(content))))
        texts[part] = (texts[part] ?? '') + Buffer.from(piece).toString('latin1');
      return texts;
    };
    const latin = Buffer.from(findings).toString('latin1');
    expect(await read(joinUnitDocuments({ result, findings, sbom }))).toEqual({
      result,
      findings: latin,
      sbom,
    });
    expect(await read(joined)).toEqual({ result, findings: latin });
    expect(await read(Buffer.from(findings))).toEqual({ findings: latin });
  },
);

test('an SBOM is read with the findings, from an object of its own, or nowhere', async () => {
  const long = `{"components":"${'c'.repeat(200_000)}"}`;
  const load = async (objects: Partial<Record<'findings' | 'sbom', Uint8Array | string>>) => {
    const blobs = new MemoryBlobs();
    for (const part of ['findings', 'sbom'] as const)
      if (objects[part] !== undefined) await blobs.put(unitKey(unit, part), objects[part]);
    const byUnit = await loadUnitDocument(unit, 'sbom', blobs);
    expect(await loadEvidence(unit, 'u/sbom.json', blobs)).toEqual(byUnit);
    return byUnit && Buffer.from(byUnit).toString();
  };
  expect(await load({ findings: joinUnitDocuments({ result, findings, sbom }) })).toBe(sbom);
  expect(joinUnitDocuments({ result, findings, sbom: long })).toEqual(joined);
  expect(await load({ findings: joined, sbom: long })).toBe(long);
  expect(await load({ findings, sbom })).toBe(sbom);
  // A first run was cut after a long SBOM, and the next one had a short one.
  const short = joinUnitDocuments({ result, findings, sbom });
  expect(await load({ findings: short, sbom: long })).toBe(sbom);
  expect(await load({ findings: joined })).toBeUndefined();
  expect(await load({})).toBeUndefined();
});
