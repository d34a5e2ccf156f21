import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import {
  findingsPart,
  findingsPieces,
  joinUnitDocuments,
  loadStoredResult,
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

test.each([1, 7, 64, 10_000])(
  'findings read in pieces of %d bytes are the same as those of the whole object',
  async (size) => {
    for (const content of [joined, Buffer.from(findings)]) {
      const pieces = Array.from({ length: Math.ceil(content.length / size) }, (_none, index) =>
        content.subarray(index * size, (index + 1) * size),
      );
      const read = await Array.fromAsync(findingsPieces(Readable.from(pieces)));
      expect(Buffer.concat(read).toString()).toBe(findings);
      expect(Buffer.from(findingsPart(content)).toString()).toBe(findings);
    }
  },
);
