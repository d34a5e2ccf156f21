import { describe, expect, test } from 'vitest';
import type { Inventory } from '@scangate/engines/model/component';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { recognizeBuildFile, recognizeLockfile } from '@scangate/engines/units/recognize-file';
import type { InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { cases as bun } from '#test/corpora/inventory/bun-lock.ts';
import { cases as cargo } from '#test/corpora/inventory/cargo-lock.ts';
import { cases as composer } from '#test/corpora/inventory/composer-lock.ts';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as trees } from '#test/corpora/inventory/further-tools/dependency-trees.ts';
import { cases as erlangAndScripts } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { conda, denoLock, goSum, pixi, podfile, pylock } from '#test/corpora/inventory/further-locks.ts';
import { terraform } from '#test/corpora/inventory/tools.ts';
import { cases as gemfile } from '#test/corpora/inventory/gemfile-lock.ts';
import { cases as gradle } from '#test/corpora/inventory/gradle.ts';
import { cases as hex } from '#test/corpora/inventory/hex.ts';
import { cases as jvmLocks } from '#test/corpora/inventory/further-tools/jvm-locks.ts';
import { cases as maven } from '#test/corpora/inventory/maven.ts';
import { cases as nuget } from '#test/corpora/inventory/nuget.ts';
import { cases as nugetRestore } from '#test/corpora/inventory/further-tools/nuget-restore.ts';
import { cases as packageLock } from '#test/corpora/inventory/package-lock.ts';
import { cases as pdm } from '#test/corpora/inventory/pdm-lock.ts';
import { cases as pub } from '#test/corpora/inventory/pub.ts';
import { cases as python } from '#test/corpora/inventory/python-locks.ts';
import { cases as scientific } from '#test/corpora/inventory/further-tools/scientific-locks.ts';
import { cases as swift } from '#test/corpora/inventory/swift.ts';
import { cases as yarnAndPnpm } from '#test/corpora/inventory/yarn-and-pnpm.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { filesOf } from './inventory-fixtures.ts';

/** go.mod, requirements.txt and build scripts are manifests: a shorter one is another valid project. */
const corpora = {
  bun,
  cargo,
  composer,
  cpp,
  erlangAndScripts,
  condaLock: conda.filter(({ files }) => files['conda-lock.yml'] !== undefined),
  denoLock,
  gemfile,
  goSum: goSum.filter(({ files }) => files['go.work'] === undefined),
  gradle,
  hex,
  jvmLocks,
  maven,
  nuget,
  nugetRestore,
  packageLock,
  pdm,
  pixi,
  podfile,
  pub,
  pylock,
  python,
  scientific,
  swift,
  trees,
  terraform,
  yarnAndPnpm,
};

const identitiesOf = ({ components }: Inventory): Set<string> =>
  new Set(components.map(({ name, version }) => `${name}@${version ?? ''}`));

const gapsOf = ({ unread, notes }: Inventory): string[] =>
  [...unread, ...notes].map(({ file, reason }) => `${file}: ${reason}`);

/** In these two formats an entry that lost its dependencies is also a valid entry without any. */
const endsBeforeDependencies = (lockfile: string, next: string | undefined): boolean =>
  /(?:^|\/)(?:Cargo|yarn)\.lock$/.test(lockfile) && /^\s*(?:optionalD|d)ependencies\b/.test(next ?? '');

/**
 * Tells whether the shorter file is, byte for byte, the lock of a project whose last package has no
 * dependencies: everything else that is required is there, and nothing else is. No reader can detect such a
 * truncation.
 */
const isAnotherWholeLock = (whole: Inventory, cut: Inventory, lastPackage: string): boolean => {
  const byRef = new Map(whole.components.map((component) => [component.ref, component]));
  const reached = new Set<string>();
  const pending = [...whole.direct];
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    const component = byRef.get(ref);
    if (!component || reached.has(ref)) continue;
    reached.add(ref);
    if (component.name !== lastPackage) pending.push(...component.dependsOn);
  }
  const left = new Set(cut.components.map(({ ref }) => ref));
  return left.size === reached.size && [...left].every((ref) => reached.has(ref));
};

interface Cut {
  each: InventoryCase;
  whole: Inventory;
  lockfile: string;
}

const nameOfLast = (text: string): string =>
  [...text.matchAll(/^(?:name = "([^"]+)"|"?(@?[^@"\s#]+)@)/gm)].map(([, a, b]) => a ?? b ?? '').at(-1) ?? '';

/** Returns a description if the shorter file has fewer components and nothing says so. */
const silentLoss = ({ each, whole, lockfile }: Cut, text: string, next?: string): string[] => {
  const cut = readInventory(filesOf({ ...each.files, [lockfile]: text }), each.unitType);
  const left = identitiesOf(cut);
  const lost = [...identitiesOf(whole)].filter((identity) => !left.has(identity));
  const known = new Set(gapsOf(whole));
  const isTold = gapsOf(cut).some((gap) => !known.has(gap) || gap.includes('not known to be whole'));
  const cannotBeTold =
    endsBeforeDependencies(lockfile, next) && isAnotherWholeLock(whole, cut, nameOfLast(text));
  return lost.length > 0 && !isTold && !cannotBeTold
    ? [`${each.name}, ${JSON.stringify(text.slice(-60))}: ${lost.join(', ')}`]
    : [];
};

/** XML shows where it ends; a Gradle script is a program, and its lockfile is what counts. */
const isRead = (path: string): boolean =>
  recognizeLockfile(path)?.format !== undefined ||
  ['maven', 'nuget'].includes(recognizeBuildFile(path) ?? '');

const cutsOf = (cases: readonly InventoryCase[]): Cut[] =>
  cases.flatMap((each) => {
    const whole = readInventory(filesOf(each.files), each.unitType);
    return Object.keys(each.files)
      .filter(isRead)
      .map((lockfile) => ({ each, whole, lockfile }));
  });

describe.each(Object.entries(corpora))(
  '%s: a truncated lockfile never loses a component silently',
  (_, cases) => {
    const cuts = cutsOf(cases);

    test('after any line', () => {
      const losses = cuts.flatMap((cut) => {
        const lines = (cut.each.files[cut.lockfile] ?? '').split('\n');
        return lines.flatMap((next, at) => {
          if (!isSampled(at, 3)) return [];
          const text = lines.slice(0, at).join('\n');
          return [...silentLoss(cut, text), ...silentLoss(cut, `${text}\n`, next)];
        });
      });
      expect(losses).toEqual([]);
    });

    test('inside any line', () => {
      const losses = cuts.flatMap((cut) => {
        const text = cut.each.files[cut.lockfile] ?? '';
        const step = Math.max(1, Math.floor(text.length / 150));
        const places = Array.from({ length: Math.floor(text.length / step) }, (__, nth) => nth * step);
        return places
          .filter((at, nth) => text[at - 1] !== '\n' && isSampled(nth, 3))
          .flatMap((at) => silentLoss(cut, text.slice(0, at)));
      });
      expect(losses).toEqual([]);
    });
  },
);

describe('a long lockfile that ends early in the alphabet', () => {
  const names = (last: string) => [...Array.from({ length: 45 }, (_, nth) => `c${100 + nth}`), last];
  const manifest = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, '^1.0.0']));
  const yarnFiles = (all: readonly string[]) => ({
    'package.json': JSON.stringify({ name: 'a', dependencies: manifest(all) }),
    'yarn.lock': all.map((name) => `${name}@^1.0.0:\n  version "1.0.0"\n`).join('\n'),
  });
  const cargoFiles = (all: readonly string[]) => ({
    'Cargo.toml': `[package]\nname = "a"\n[dependencies]\n${all.map((name) => `${name} = "1"`).join('\n')}\n`,
    'Cargo.lock': `version = 4\n\n${[
      `[[package]]\nname = "a"\nversion = "0.1.0"\ndependencies = ${JSON.stringify(all)}\n`,
      ...all.map((name) => `[[package]]\nname = "${name}"\nversion = "1.0.0"\n`),
    ].join('\n')}`,
  });
  const isTold = (files: Record<string, string>, type: 'npm' | 'cargo') =>
    gapsOf(readInventory(filesOf(files), type)).some((gap) => gap.includes('in alphabetical order end at'));

  test('is reported, since nothing else reveals that the last entry lost its dependencies', () => {
    expect([
      isTold(yarnFiles(names('express')), 'npm'),
      isTold(cargoFiles(names('futures')), 'cargo'),
    ]).toEqual([true, true]);
  });

  test('is not reported if it continues to the usual letters, is short or unsorted', () => {
    for (const all of [names('yargs'), ['a', 'b'], [...names('express'), 'b']])
      expect([isTold(yarnFiles(all), 'npm'), isTold(cargoFiles(all), 'cargo')]).toEqual([false, false]);
  });
});
