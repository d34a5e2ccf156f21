import { beforeEach, describe, expect, test } from 'vitest';
import { depsDevLicenses, type LookupLimits } from '#adapters/deps-dev/license-source.ts';
import type { PackageVersion } from '#ports/license-source.ts';
import { memoryObjects, type MemoryObjects } from '../reference-data/osv/object-store-fixture.ts';

const day = 24 * 60 * 60_000;
const noon = Date.parse('2026-03-10T12:00:00Z');
const npm = (name: string, version = '1.0.0'): PackageVersion => ({ ecosystem: 'npm', name, version });

let blobs: MemoryObjects;
let asked: string[];
/** Responses of the host by package name: a status, or a body. */
let answers: Map<string, number | string>;
beforeEach(() => {
  [blobs, asked, answers] = [memoryObjects(), [], new Map()];
});

const fetch = (async (url: string, init: RequestInit) => {
  asked.push(url);
  if (init.redirect !== 'error') throw new Error('a redirect would be followed');
  const name = decodeURIComponent(url.split('/packages/')[1]?.split('/versions/')[0] ?? '');
  const answer = answers.get(name) ?? '{"licenses":["MIT"]}';
  if (answer === 'hang')
    await new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer);
}) as typeof globalThis.fetch;

const lookup = (packages: PackageVersion[], limits: Partial<LookupLimits> = {}, now = noon) =>
  depsDevLicenses(blobs, fetch, limits).lookup(
    packages,
    new Date(now).toISOString(),
    new AbortController().signal,
  );

test('looks up each ecosystem under its own name, with every part of the address escaped', async () => {
  await lookup([
    npm('@scope/a'),
    npm('../../../x?y#z', '1/../2'),
    { ecosystem: 'Go', name: 'github.com/a/b', version: 'v1.0.0' },
    { ecosystem: 'PyPI', name: 'flask', version: '2.0' },
  ]);
  expect(asked).toEqual([
    'https://api.deps.dev/v3/systems/npm/packages/%40scope%2Fa/versions/1.0.0',
    'https://api.deps.dev/v3/systems/npm/packages/..%2F..%2F..%2Fx%3Fy%23z/versions/1%2F..%2F2',
    'https://api.deps.dev/v3/systems/go/packages/github.com%2Fa%2Fb/versions/v1.0.0',
    'https://api.deps.dev/v3/systems/pypi/packages/flask/versions/2.0',
  ]);
});

test('does not look up other ecosystems or the standard library', async () => {
  const { licenses, unanswered } = await lookup([
    { ecosystem: 'Hex', name: 'plug', version: '1.0.0' },
    { ecosystem: 'Go', name: 'stdlib', version: '1.21.0' },
  ]);
  expect([licenses, unanswered, asked]).toEqual([[undefined, undefined], 0, []]);
});

test.each([
  ['{"licenses":["MIT"]}', 'MIT'],
  ['{"licenses":["MIT OR Apache-2.0","BSD-3-Clause"]}', '(MIT OR Apache-2.0) AND (BSD-3-Clause)'],
  ['{"licenses":["non-standard"]}', undefined],
  ['{"licenses":["MIT","non-standard"]}', undefined],
  ['{"licenses":[]}', undefined],
  ['{"licenses":["MIT",5]}', undefined],
  ['{"licenses":["a\\nb"]}', undefined],
  ['{}', undefined],
  ['null', undefined],
])('reads the answer %s as %s', async (answer, license) => {
  answers.set('a', answer);
  expect(await lookup([npm('a')])).toEqual({ licenses: [license], unanswered: 0 });
});

test.each([500, 429, 403, 'not json', `{"licenses":["${'x'.repeat(400_000)}"]}`, 'hang'])(
  'an invalid response (%#) yields no license, is counted, and is not cached',
  async (answer) => {
    answers.set('a', answer);
    const failed = await lookup([npm('a'), npm('b')], { requestMs: 50 });
    expect(failed).toEqual({ licenses: [undefined, 'MIT'], unanswered: 1 });
    answers.delete('a');
    expect(await lookup([npm('a')])).toEqual({ licenses: ['MIT'], unanswered: 0 });
  },
);

describe('a cached license', () => {
  test('is not looked up again by any function', async () => {
    await lookup([npm('a'), npm('b')]);
    asked = [];
    expect((await lookup([npm('b'), npm('a')], {}, noon + 300 * day)).licenses).toEqual(['MIT', 'MIT']);
    expect(asked).toEqual([]);
    await lookup([npm('a', '2.0.0')]);
    expect(asked).toHaveLength(1);
  });

  test('that is missing is looked up again after a week', async () => {
    answers.set('a', 404);
    await lookup([npm('a')]);
    asked = [];
    await lookup([npm('a')], {}, noon + 5 * day);
    expect(asked).toEqual([]);
    answers.delete('a');
    expect((await lookup([npm('a')], {}, noon + 8 * day)).licenses).toEqual(['MIT']);
  });

  test('that is lost or damaged is looked up again', async () => {
    await lookup([npm('a')]);
    for (const key of blobs.stored.keys()) blobs.stored.set(key, Buffer.from('{'));
    expect((await lookup([npm('a')])).licenses).toEqual(['MIT']);
    blobs.failPut = () => true;
    expect((await lookup([npm('c')])).licenses).toEqual(['MIT']);
  });

  test('of a package named like a member of Object is that package’s own license', async () => {
    answers.set('__proto__', '{"licenses":["ISC"]}');
    await lookup([npm('__proto__'), npm('constructor')]);
    expect((await lookup([npm('__proto__'), npm('constructor')])).licenses).toEqual(['ISC', 'MIT']);
  });
});

describe('a lookup is limited', () => {
  const many = Array.from({ length: 50 }, (_, i) => npm(`p${i}`));

  test('in its number of requests', async () => {
    expect((await lookup(many, { requests: 20 })).unanswered).toBe(30);
    expect(asked).toHaveLength(20);
  });

  test('in time', async () => {
    for (const { name } of many) answers.set(name, 'hang');
    expect((await lookup(many, { totalMs: 50, failures: 1000 })).unanswered).toBe(50);
  });

  test('after several failures in a row', async () => {
    for (const { name } of many) answers.set(name, 503);
    expect((await lookup(many, { failures: 3, atOnce: 1 })).unanswered).toBe(50);
    expect(asked).toHaveLength(3);
  });
});
