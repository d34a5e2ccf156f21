import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strongerScope, type Component, type Inventory } from '@scangate/engines/model/component';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { cases as cargo } from '#test/corpora/inventory/cargo-lock.ts';
import { cases as composer } from '#test/corpora/inventory/composer-lock.ts';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as trees } from '#test/corpora/inventory/further-tools/dependency-trees.ts';
import { cases as erlangAndScripts } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { cases as jvmLocks } from '#test/corpora/inventory/further-tools/jvm-locks.ts';
import { cases as nugetRestore } from '#test/corpora/inventory/further-tools/nuget-restore.ts';
import { denoLock, pylock } from '#test/corpora/inventory/further-locks.ts';
import { cases as packageLock } from '#test/corpora/inventory/package-lock.ts';
import { cases as pdm } from '#test/corpora/inventory/pdm-lock.ts';
import { cases as python } from '#test/corpora/inventory/python-locks.ts';
import { cases as scientific } from '#test/corpora/inventory/further-tools/scientific-locks.ts';
import { writtenLockfiles } from '#test/corpora/inventory/further-tools/written-lockfiles.ts';
import { runs } from '#test/support/runs/samples.ts';
import { filesOf, inventoryOf } from './inventory-fixtures.ts';

type Change = (text: string) => string;

/** Reverses the order of the entries of a TOML lockfile and keeps what is before and behind them. */
const reverseToml: Change = (text) => {
  const [head = '', ...entries] = text.split(/^(?=\[\[packages?\]\]$)/m);
  const last = entries.at(-1) ?? '';
  const end = last.search(/^\[(?!\[|package)/m);
  const tail = end === -1 ? '' : last.slice(end);
  if (end !== -1) entries.splice(-1, 1, last.slice(0, end));
  return [head, ...entries.toReversed().map((entry) => `${entry.trimEnd()}\n\n`), tail].join('');
};

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed).toReversed();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, key === 'license' ? member : reversed(member)] as const)
      .toReversed(),
  );
};

const reverseJson: Change = (text) => JSON.stringify(reversed(JSON.parse(text)), null, 2);

const identitiesOf = ({ components }: Inventory): string[] =>
  components.map(({ name, version }) => `${name}@${version ?? ''}`).sort();

const read = (each: InventoryCase, lockfile: string, change: Change): Inventory =>
  readInventory(filesOf({ ...each.files, [lockfile]: change(each.files[lockfile] ?? '') }), each.unitType);

const pairsOf = (cases: readonly InventoryCase[], name: RegExp): [InventoryCase, string][] =>
  cases.flatMap((each) =>
    Object.keys(each.files)
      .filter((path) => name.test(path))
      .map((path): [InventoryCase, string] => [each, path]),
  );

const toml = pairsOf(
  [...cargo, ...pdm, ...python, ...pylock],
  /(?:Cargo|pdm|poetry|uv)\.lock$|pylock\.toml$/,
);
const json = pairsOf(
  [...packageLock, ...composer, ...python, ...denoLock],
  /(?:package-lock\.json|composer\.lock|Pipfile\.lock|deno\.lock)$/,
);

const moreJson = pairsOf(
  [...cpp, ...trees, ...jvmLocks, ...nugetRestore, ...scientific],
  /\.json$|(?:conan|renv|bazel|sbt)\.lock$/,
);

/** Reverses entries that begin with a line of a pattern; a last table stays behind them. */
const reverseEntries =
  (start: RegExp, end?: RegExp): Change =>
  (text) => {
    const [head = '', ...entries] = text.split(start);
    const last = entries.at(-1) ?? '';
    const at = end === undefined ? -1 : last.search(end);
    if (at !== -1) entries[entries.length - 1] = last.slice(0, at);
    return [head, ...entries.toReversed(), at === -1 ? '' : last.slice(at)].join('');
  };

const ofLines: [string, RegExp, Change][] = [
  ['Manifest.toml', /Manifest\.toml$/, reverseEntries(/^(?=\[\[)/m)],
  ['manifest.toml', /manifest\.toml$/, reverseEntries(/^(?= {2}\{)/m, /^\]/m)],
  ['cpanfile.snapshot', /cpanfile\.snapshot$/, reverseEntries(/^(?= {2}\S)/m)],
  ['*.opam.locked', /\.opam\.locked$/, reverseEntries(/^(?= {2}")/m, /^\]/m)],
];

describe('a lockfile in another order', () => {
  test.each([
    ['TOML', toml, reverseToml],
    ['JSON', json, reverseJson],
    ['JSON of further tools', moreJson, reverseJson],
  ] as const)('%s: has the same components', (_, pairs, change) => {
    expect(pairs.length).toBeGreaterThan(10);
    for (const [each, lockfile] of pairs) {
      const same = identitiesOf(read(each, lockfile, (text) => text));
      expect([each.name, identitiesOf(read(each, lockfile, change))]).toEqual([each.name, same]);
    }
  });
});

describe('entries in another order', () => {
  test.each(ofLines)('%s: has the same components', (_, name, change) => {
    const pairs = pairsOf([...scientific, ...erlangAndScripts], name);
    expect(pairs.length).toBeGreaterThan(0);
    for (const [each, lockfile] of pairs) {
      const same = identitiesOf(read(each, lockfile, (text) => text));
      expect(change(each.files[lockfile] ?? '')).not.toBe(each.files[lockfile]);
      expect(identitiesOf(read(each, lockfile, change))).toEqual(same);
    }
  });
});

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe('an entry under another name', () => {
  test.each([
    ['TOML', toml, (name: string) => new RegExp(`^name = "${escaped(name)}"$`, 'gm')],
    ['composer.lock', json, (name: string) => new RegExp(`"name": ?"${escaped(name)}"`, 'g')],
    ['package-lock.json', json, (name: string) => new RegExp(`"node_modules/${escaped(name)}":`, 'g')],
  ] as const)('%s: is reported if another entry depends on it', (_, pairs, nameLine) => {
    let renamed = 0;
    for (const [each, lockfile] of pairs) {
      // A package that provides others is found under their names, too.
      if (/"(?:provide|replace)"/.test(each.files[lockfile] ?? '')) continue;
      const whole = read(each, lockfile, (text) => text);
      const needed = new Set(whole.components.flatMap(({ dependsOn }) => dependsOn));
      for (const { ref, name } of whole.components) {
        const change: Change = (text) =>
          text.replace(nameLine(name), (line) => line.replace(name, `${name}-other`));
        if (!needed.has(ref) || change(each.files[lockfile] ?? '') === each.files[lockfile]) continue;
        const { notes, unread } = read(each, lockfile, change);
        const known = new Set(whole.notes.map(({ reason }) => reason));
        const told = notes.filter(({ reason }) => !known.has(reason)).length + unread.length;
        expect([each.name, name, told > 0]).toEqual([each.name, name, true]);
        renamed += 1;
      }
    }
    expect(renamed).toBeGreaterThan(0);
  });
});

const gapsIn = ({ notes, unread }: Inventory): string[] =>
  [...notes, ...unread].map(({ file, reason }) => `${file}: ${reason}`);

/** Returns whether a gap has a name among its examples, which follow the kind and its count. */
const tells = (gap: string, name: string): boolean =>
  (gap.split(/ \(\d+\): /)[1] ?? '').split(/[\s,@=(){}"<>]+/).some((word) => word === name);

const isAs = (whole: Component, found: Component): boolean =>
  found.name === whole.name &&
  found.version === whole.version &&
  strongerScope(found.scope, whole.scope) === found.scope;

describe.each(writtenLockfiles)('entries of $path', ({ path, beside = {}, entries, others = [], write }) => {
  const written = (listed: readonly string[]): Inventory => inventoryOf({ ...beside, [path]: write(listed) });
  const whole = written(entries);

  test('is read', () => {
    expect(whole.read).toContain(path);
    expect(whole.components.length).toBeGreaterThanOrEqual(2);
  });

  test('has the same inventory in any order', () => {
    const shuffled = fc.shuffledSubarray([...entries], { minLength: entries.length });
    fc.assert(
      fc.property(shuffled, (listed) => {
        // The lines of findings are others.
        expect({ ...written(listed), sources: undefined }).toEqual({ ...whole, sources: undefined });
      }),
      { numRuns: runs(60) },
    );
  });

  test('has every package, or tells it, wherever another entry of its name is', () => {
    const all = fc.shuffledSubarray([...entries, ...others], { minLength: entries.length + others.length });
    fc.assert(
      fc.property(all, (listed) => {
        const found = written(listed);
        const hidden = whole.components.filter((each) => !found.components.some((own) => isAs(each, own)));
        const told = gapsIn(found).filter((gap) => !gapsIn(whole).includes(gap));
        const silent = hidden.filter(({ name }) => !told.some((gap) => tells(gap, name)));
        expect(silent.map(({ ref }) => ref)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('of fewer entries lists nothing that it does not have', () => {
    for (const left of entries) {
      const { components } = written(entries.filter((each) => each !== left));
      const known = new Set(whole.components.map(({ name, version }) => `${name}@${version}`));
      const more = components
        .map(({ name, version }) => `${name}@${version}`)
        .filter((found) => !known.has(found));
      // Without the highest version of a module, the next one is in use.
      const isNext = path === 'go.sum' && left === 'a v1.10.0';
      expect(more).toEqual(isNext ? ['a@v1.2.0'] : []);
    }
  });
});
