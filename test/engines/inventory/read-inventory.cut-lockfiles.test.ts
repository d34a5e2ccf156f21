import { describe, expect, test } from 'vitest';
import type { Inventory } from '@scangate/engines/model/component';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { recognizeBuildFile, recognizeLockfile } from '@scangate/engines/units/recognize-file';
import type { InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { cases as bun } from '#test/corpora/inventory/bun-lock.ts';
import { cases as cargo } from '#test/corpora/inventory/cargo-lock.ts';
import { cases as composer } from '#test/corpora/inventory/composer-lock.ts';
import { cases as gemfile } from '#test/corpora/inventory/gemfile-lock.ts';
import { cases as gradle } from '#test/corpora/inventory/gradle.ts';
import { cases as hex } from '#test/corpora/inventory/hex.ts';
import { cases as maven } from '#test/corpora/inventory/maven.ts';
import { cases as nuget } from '#test/corpora/inventory/nuget.ts';
import { cases as packageLock } from '#test/corpora/inventory/package-lock.ts';
import { cases as pdm } from '#test/corpora/inventory/pdm-lock.ts';
import { cases as pub } from '#test/corpora/inventory/pub.ts';
import { cases as python } from '#test/corpora/inventory/python-locks.ts';
import { cases as swift } from '#test/corpora/inventory/swift.ts';
import { cases as yarnAndPnpm } from '#test/corpora/inventory/yarn-and-pnpm.ts';
import { filesOf } from './inventory-fixtures.ts';

/** go.mod, requirements.txt and build scripts are manifests: a shorter one is another valid project. */
const corpora = {
  bun,
  cargo,
  composer,
  gemfile,
  gradle,
  hex,
  maven,
  nuget,
  packageLock,
  pdm,
  pub,
  python,
  swift,
  yarnAndPnpm,
};

const identitiesOf = ({ components }: Inventory): Set<string> =>
  new Set(components.map(({ name, version }) => `${name}@${version ?? ''}`));

const gapsOf = ({ unread, notes }: Inventory): string[] =>
  [...unread, ...notes].map(({ file, reason }) => `${file}: ${reason}`);

/**
 * In these two formats an entry that lost its dependencies is also a valid entry without any. Nothing in the file
 * shows a cut exactly there, with the line break before it kept.
 */
const endsBeforeDependencies = (lockfile: string, next: string | undefined): boolean =>
  /(?:^|\/)(?:Cargo|yarn)\.lock$/.test(lockfile) && /^\s*(?:optionalD|d)ependencies\b/.test(next ?? '');

interface Cut {
  each: InventoryCase;
  whole: Inventory;
  lockfile: string;
}

/** Returns a description if the shorter file has fewer components and nothing says so. */
const silentLoss = ({ each, whole, lockfile }: Cut, text: string): string[] => {
  const cut = readInventory(filesOf({ ...each.files, [lockfile]: text }), each.unitType);
  const left = identitiesOf(cut);
  const lost = [...identitiesOf(whole)].filter((identity) => !left.has(identity));
  const known = new Set(gapsOf(whole));
  const isTold = gapsOf(cut).some((gap) => !known.has(gap) || gap.includes('not known to be whole'));
  return lost.length > 0 && !isTold
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
  '%s: a lockfile that is cut off never loses a component silently',
  (_, cases) => {
    const cuts = cutsOf(cases);

    test('after any line', () => {
      const losses = cuts.flatMap((cut) => {
        const lines = (cut.each.files[cut.lockfile] ?? '').split('\n');
        return lines.flatMap((next, at) => {
          const text = lines.slice(0, at).join('\n');
          const ended = endsBeforeDependencies(cut.lockfile, next) ? [] : silentLoss(cut, `${text}\n`);
          return [...silentLoss(cut, text), ...ended];
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
          .filter((at) => text[at - 1] !== '\n')
          .flatMap((at) => silentLoss(cut, text.slice(0, at)));
      });
      expect(losses).toEqual([]);
    });
  },
);
