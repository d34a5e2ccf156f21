import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Notes } from '@scangate/engines/inventory/gap-notes';
import { eachNeed, parseGemfileLock } from '@scangate/engines/inventory/ruby/gemfile-lock-sections';
import { runs } from '#test/support/runs/samples.ts';

const part = fc.constantFrom('a', 'b-b', 'c.c', '1.0', '1.0-x86_64-linux', '-', 'é', '!', 'a b', '(', '');
const range = fc.constantFrom('', ' (>= 1)', ' (~> 1.0, < 2)', ' (é)', ' ()', ' (1', ' ((1))', '!', ' ');
const gem = fc.record({
  name: part,
  version: part,
  needs: fc.array(fc.tuple(part, range), { maxLength: 3 }),
  sum: fc.constantFrom('', ' sha256=ab', ' sha256=', ' sha256=é', ' md5=ab', ' sha256=ab,sha256=cd'),
});

/** Beyond this length a line is not read as those are that Bundler usually writes. */
const long = 'x'.repeat(101);

interface StatedGem {
  name: string;
  version: string;
  needs: [name: string, range: string][];
  sum: string;
}

const lockOf = (gems: readonly StatedGem[], start: string): string => {
  const specs = gems.map(
    ({ name, version, needs }) =>
      `    ${start}${name} (${version})\n${needs.map(([need, of]) => `      ${start}${need}${of}\n`).join('')}`,
  );
  const sums = gems.map(({ name, version, sum }) => `  ${start}${name} (${version})${sum}\n`);
  return `GEM\n  specs:\n${specs.join('')}\nDEPENDENCIES\n\nCHECKSUMS\n${sums.join('')}`;
};

const parsed = (text: string): unknown => {
  const { gems, checksums } = parseGemfileLock(text, new Notes());
  const read = gems.map((each) => {
    const needs: unknown[] = [];
    eachNeed(each, (name, of) => void needs.push([name, of]));
    return { called: each.called, name: each.name, version: each.version, platform: each.platform, needs };
  });
  return JSON.parse(JSON.stringify({ read, checksums: [...checksums] }).replaceAll(long, 'x'));
};

test('a gem is read alike whether or not its lines are as long as those of most', () => {
  fc.assert(
    fc.property(fc.array(gem, { maxLength: 4 }), (gems) => {
      expect(parsed(lockOf(gems, 'x'))).toEqual(parsed(lockOf(gems, long)));
    }),
    { numRuns: runs(2000) },
  );
});

test('a checksum belongs to the gem that it names, wherever it is listed', () => {
  const specs = ['a', 'b', 'c'].map((name) => `    ${name} (1.0)\n`).join('');
  const sums = ['c', 'a', 'b', 'a'].map((name, at) => `  ${name} (1.0) sha256=${at}\n`).join('');
  const { checksums } = parseGemfileLock(
    `GEM\n  specs:\n${specs}\nDEPENDENCIES\n\nCHECKSUMS\n${sums}`,
    new Notes(),
  );
  expect(Object.fromEntries(checksums)).toEqual({
    'a (1.0)': 'sha256=3',
    'b (1.0)': 'sha256=2',
    'c (1.0)': 'sha256=0',
  });
});
