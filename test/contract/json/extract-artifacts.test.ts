import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractArtifacts } from '#contract/json/extract-artifacts.ts';
import { parseJson } from '#contract/parse-json.ts';
import {
  parseScanRequest,
  scanRequest,
  scanRequestFields,
  scanRequestHints,
} from '#contract/schemas/scan-request.ts';
import { validateBody } from '#contract/validate.ts';
import { Problem } from '@scangate/domain/problem';
import { runs } from '#test/support/runs/samples.ts';

const take = (text: string) => extractArtifacts(Buffer.from(text), scanRequestFields);

const outcomeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, ...error.members };
    throw error;
  }
};

interface Sent {
  lockfile?: { content?: unknown };
  sbom?: unknown;
}

/** Does what takes the most memory: makes a tree of the whole, and writes the artifact again. */
const naive = (text: string): unknown =>
  outcomeOf(() => {
    const request = validateBody(scanRequest, parseJson(text), scanRequestHints);
    const { lockfile, sbom, ...rest } = request;
    const artifact = lockfile?.content ?? (sbom && JSON.stringify(sbom));
    return { rest, path: lockfile?.path, artifact: artifact && Buffer.from(artifact).toString('utf8') };
  });

const taken = (text: string): unknown =>
  outcomeOf(() => {
    const { request, artifact } = parseScanRequest(Buffer.from(text));
    const { lockfile, sbom: _sbom, ...rest } = request;
    return { rest, path: lockfile?.path, artifact: artifact && Buffer.from(artifact).toString('utf8') };
  });

const id = '0190a0b0-0000-4000-8000-000000000003';
const base = { repositoryId: id, commitHash: 'a'.repeat(40) };
const any = fc.jsonValue({ maxDepth: 3 });
const text = fc.string({ unit: 'binary', minLength: 1 });
const field = {
  sbom: fc.oneof({ weight: 4, arbitrary: fc.dictionary(fc.string(), any) }, { weight: 1, arbitrary: any }),
  lockfile: fc.oneof(
    { weight: 4, arbitrary: fc.record({ path: text, content: text }) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom('path', 'content', 'more'), any) },
    { weight: 1, arbitrary: any },
  ),
};
const more = fc.dictionary(fc.constantFrom('commitHash', 'scanTypes', 'pullRequest', 'sha', 'x/y'), any, {
  maxKeys: 1,
});

describe('an artifact that is extracted from a request', () => {
  test('is the same as from a tree of the whole request, and so is every refusal', () => {
    const requests = fc.oneof(
      fc.record({ sbom: field.sbom }),
      fc.record({ lockfile: field.lockfile }),
      fc.record({ sbom: fc.constant({}), ...(field.lockfile && { lockfile: field.lockfile }) }),
    );
    fc.assert(
      fc.property(requests, more, fc.nat(2), (request, extra, indent) => {
        const json = JSON.stringify({ ...base, ...extra, ...request }, undefined, indent);
        fc.pre(
          !(
            'sbom' in request &&
            'lockfile' in request &&
            taken(json) !== null &&
            'artifact' in (taken(json) as object)
          ),
        );
        expect(taken(json)).toEqual(naive(json));
      }),
      { numRuns: runs(400) },
    );
  });

  test('that is damaged is refused like a tree of the whole request', () => {
    const json = JSON.stringify({ ...base, sbom: { a: [1, { b: '\\u00e9' }], c: -1.5e3 } });
    fc.assert(
      fc.property(fc.nat(json.length), fc.nat(127), (at, unit) => {
        const damaged = json.slice(0, at) + String.fromCharCode(unit) + json.slice(at + 1);
        expect(taken(damaged)).toEqual(naive(damaged));
        expect(taken(json.slice(0, at))).toEqual(naive(json.slice(0, at)));
      }),
      { numRuns: runs(500) },
    );
  });

  test.each(['"\\ud83d\\ude00"', '"\\ud800"', '"\\u0000\\n"', '"é\\u00e9"', '""', '7', 'null', '{"a":[]}'])(
    'content %s is decoded alike',
    (content) => {
      const json = `{"repositoryId":"${id}","commitHash":"${base.commitHash}","lockfile":{"path":"a","content":${content}}}`;
      const expected = naive(json) as Sent & { artifact?: string };
      expect({ artifact: '', ...(taken(json) as object) }).toEqual({
        ...expected,
        artifact: expected.artifact ?? '',
      });
    },
  );
});

describe('megabytes outside of the artifact', () => {
  const long = 200_000;
  test.each([
    ['an unknown field', { ...base, lockfiles: Array.from({ length: long }, () => ({})) }],
    ['an SBOM as a string', { ...base, sbom: 'é\n'.repeat(long) }],
    ['a list of objects', { ...base, scanTypes: Array.from({ length: long }, () => ({ a: [1] })) }],
    ['a long list', { ...base, scanTypes: Array.from({ length: long }, () => 'sca') }],
    ['a long string', { ...base, branch: 'x"'.repeat(long) }],
    ['a large object', { ...base, pullRequest: { number: { a: 'x'.repeat(long) }, url: 'é'.repeat(long) } }],
    ['no request at all', Array.from({ length: long }, () => [0])],
  ])('are reported as from a tree of them, and are not retained: %s', (_what, request) => {
    const json = JSON.stringify(request);
    expect(taken(json)).toEqual(naive(json));
    expect(JSON.stringify(take(json).rest).length).toBeLessThan(70_000);
  });
});
