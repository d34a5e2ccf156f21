import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachElixirToken } from '@scangate/engines/inventory/beam/elixir-tokens';
import { mixDependencies } from '@scangate/engines/inventory/beam/mix-exs';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/hex.ts';
import { runs } from '#test/support/runs/samples.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

expectCases(cases);

const lock = (...entries: string[]): string => `%{\n${entries.join(',\n')}\n}\n`;

test('the checksums of content and archive are both hashes', () => {
  const text = lock(
    `"a": {:hex, :a, "1.0.0", "${'aa'.repeat(32)}", [:mix], [], "hexpm", "${'BB'.repeat(32)}"}`,
  );
  expect(componentOf(readUploadedLockfile('mix.lock', text), 'a').hashes).toEqual([
    { alg: 'SHA-256', content: 'aa'.repeat(32) },
    { alg: 'SHA-256', content: 'bb'.repeat(32) },
  ]);
});

test('a comment that hides a brace does not open another map', () => {
  const entry = (name: string): string => `"${name}": {:hex, :${name}, "1.0.0", "", [:mix], [], "hexpm", ""}`;
  const read = (text: string) => readUploadedLockfile('mix.lock', text);
  expect(() => read(`%{\n${entry('a')}\n}# end\n${entry('b')}\n}\n`)).toThrow('Elixir');
  expect(namesOf(read(`%{\n# why\n${entry('a')}, # and why\n${entry('b')}\n}\n`))).toEqual([
    'a@1.0.0',
    'b@1.0.0',
  ]);
});

test('malformed and computed entries are noted', () => {
  const text = lock(
    '"a": {:hex, :a}',
    '"b": 1',
    '"c": {:svn, "x"}',
    '"d": {:hex, :d, "1.0.0#{x}", "", [], []}',
    ':e',
  );
  const inventory = readUploadedLockfile('mix.lock', text);
  expect(namesOf(inventory)).toEqual([]);
  expect(reasonsOf(inventory.notes)).toEqual([
    'mix.lock: entries that could not be understood (5): a, b, c, d, an entry without name',
  ]);
});

test('packages from git and from an organization are noted as not fully assessed', () => {
  const text = lock(
    '"g": {:git, "https://user:secret@github.com/o/g.git", "ab12", []}',
    '"o": {:hex, :o, "1.0.0", "", [:mix], [], "hexpm:acme", ""}',
  );
  const inventory = readUploadedLockfile('mix.lock', text);
  expect(reasonsOf(inventory.notes)).toEqual([
    'mix.lock: from no registry that has advisories (1): pkg:hex/acme/o@1.0.0',
    'mix.lock: taken from git without a version, so not assessed (1): g',
  ]);
  expect(JSON.stringify(inventory)).not.toContain('secret');
});

describe('a file that is not a lockfile is rejected', () => {
  test.each([
    ['truncated', '%{\n  "a": {:hex, :a, "1.0.0"', 'it may be cut off'],
    ['truncated in a string', '%{\n  "a": {:hex, :a, "1.', 'it is not a valid Elixir term'],
    ['with brackets that do not match', '%{"a": [}]', 'it is not a valid Elixir term'],
    ['executable code', 'defmodule M do\nend', 'it does not hold one Elixir term'],
    ['a list', '[]', 'it is not a map'],
    ['nested too deeply', '{'.repeat(1_000_000), 'it is nested deeper than 64 levels'],
    ['two terms', '%{} %{}', 'it may be cut off'],
  ])('%s', (_, text, reason) => {
    expect(() => readUploadedLockfile('mix.lock', text)).toThrow(reason);
  });
});

describe('mix.exs', () => {
  test('dependencies in strings, comments, sigils and interpolations are ignored', () => {
    const found = mixDependencies(`
      @doc """
      {:in_heredoc, "1.0"}
      """
      x = ~s({:in_sigil, "1.0"})
      y = "{:in_text, \\"1.0\\"} #{f({:in_interpolation, "}"})}"
      # {:in_comment, "1.0"}
      [{:a, "~> 1.0"}, {:b, git: "https://h/b.git", only: [:test]}, {:"c-d", ">= 0.0.0", only: :dev}, {:e, path: "../e"}]
    `);
    expect(Object.fromEntries(found)).toEqual({
      a: { scope: 'required', isPackage: true, range: '~> 1.0' },
      b: { scope: 'dev', isPackage: false },
      'c-d': { scope: 'dev', isPackage: true, range: '>= 0.0.0' },
      e: { scope: 'required', isPackage: false },
    });
  });

  test('any text is read to its end in linear time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]()":~#\\\'a,=>%?\n1'.split('')), maxLength: 200 }),
        (text) => {
          let count = 0;
          eachElixirToken(text, () => (count += 1));
          expect(count).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: runs(1000) },
    );
    for (const piece of ['"', "'", '~r/', '#{', ':"', '{:a, ', '"""']) {
      const start = processorMs();
      mixDependencies(piece.repeat(Math.floor(1_000_000 / piece.length)));
      expect(processorMs() - start).toBeLessThan(5000);
    }
  });
});
