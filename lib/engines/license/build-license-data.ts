import parse, { type Info } from 'spdx-expression-parse';
import { packageName } from '../advisories/package-name.ts';
import { compareText } from '../model/compare-text.ts';
import type { Ecosystem } from '../model/component.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import { runText, runsByName, type LicenseRun, type LicenseTable } from './license-runs.ts';
import { canonicalId, formatLicenseId, spdxSpelling } from './spdx-id.ts';

/** A published statement that a version of a package has a license. */
export interface LicenseFact {
  name: string;
  version: string;
  license: string;
}

const flat = (tree: Info, conjunction: 'and' | 'or'): Info[] =>
  'conjunction' in tree && tree.conjunction === conjunction
    ? [...flat(tree.left, conjunction), ...flat(tree.right, conjunction)]
    : [tree];

const written = (tree: Info): string => {
  if (!('conjunction' in tree))
    return formatLicenseId(canonicalId(tree.license, tree.plus === true, tree.exception));
  const parts = new Set(
    flat(tree, tree.conjunction).map((part) =>
      'conjunction' in part ? `(${written(part)})` : written(part),
    ),
  );
  return [...parts].sort(compareText).join(` ${tree.conjunction.toUpperCase()} `);
};

/** Writes an SPDX expression so that equal ones have equal text; undefined for anything else. */
export const normalExpression = (license: string): string | undefined => {
  try {
    return written(parse(license.replace(/[A-Za-z0-9.-]+/g, (word) => spdxSpelling(word) ?? word)));
  } catch {
    return undefined;
  }
};

/** A version with different licenses in two sources belongs to no run, and ends the run before it. */
const disputed = '';

interface PackageFacts {
  /** The license of each version. */
  licenses: Map<string, string>;
  /**
   * The first versions of earlier runs: the versions that separated them from the previous run are no longer in the
   * table.
   */
  starts: Set<string>;
}

const runsOf = ({ licenses, starts }: PackageFacts, ecosystem: Ecosystem): LicenseRun[] => {
  const order = versionOrder(ecosystem);
  const versions = [...licenses].flatMap(([version, license]) => {
    const parsed = order?.parse(version);
    return parsed === undefined ? [] : [{ version, license, parsed }];
  });
  versions.sort((a, b) => order?.compare(a.parsed, b.parsed) || compareText(a.version, b.version));
  const runs: LicenseRun[] = [];
  let last: LicenseRun | undefined;
  for (const { version, license } of versions) {
    if (last?.license === license && !starts.has(version)) last.to = version;
    else {
      last = { from: version, to: version, license };
      runs.push(last);
    }
  }
  return runs.filter(({ license }) => license !== disputed);
};

const storable = /^[^\s@]+$/;

/**
 * Builds the table of an ecosystem from facts and an earlier table. Facts that are not SPDX expressions are left
 * out. Equal facts give an equal table in any order.
 */
export const buildLicenseTable = (
  ecosystem: Ecosystem,
  facts: Iterable<LicenseFact>,
  earlier: LicenseTable = {},
): LicenseTable => {
  const packages = new Map<string, PackageFacts>();
  const factsOf = (name: string): PackageFacts => {
    const known = packages.get(name) ?? { licenses: new Map(), starts: new Set() };
    packages.set(name, known);
    return known;
  };
  const add = (name: string, version: string, license: string): void => {
    const { licenses } = factsOf(name);
    const known = licenses.get(version);
    licenses.set(version, known === undefined || known === license ? license : disputed);
  };
  for (const [name, runs] of runsByName(earlier)) {
    for (const { from, to, license } of runs) {
      factsOf(name).starts.add(from);
      for (const version of [from, to]) add(name, version, license);
    }
  }
  for (const { name, version, license } of facts) {
    const expression = normalExpression(license);
    if (expression === undefined || expression.includes('LicenseRef-') || !storable.test(version)) continue;
    if (/\s/.test(name) || version.includes('..')) continue;
    add(packageName(ecosystem, name), version, expression);
  }
  const lists = new Map<string, string[]>();
  for (const [name, versions] of packages) {
    for (const run of runsOf(versions, ecosystem))
      lists.set(run.license, [...(lists.get(run.license) ?? []), runText(name, run)]);
  }
  return Object.fromEntries(
    [...lists]
      .sort(([a], [b]) => compareText(a, b))
      .map(([license, list]) => [license, list.sort(compareText).join(' ')]),
  );
};
