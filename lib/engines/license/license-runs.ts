import type { Ecosystem } from '../model/component.ts';
import type { KnownLicense } from '../model/license-data.ts';
import { compareText } from '../model/compare-text.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** Versions of a package with one license, between two that are known to have it. */
export interface LicenseRun {
  from: string;
  to: string;
  license: string;
}

/** The licenses of an ecosystem's packages as stored: by license, `name@from..to` of each run. */
export type LicenseTable = Readonly<Record<string, string>>;

export const runText = (name: string, { from, to }: LicenseRun): string =>
  from === to ? `${name}@${from}` : `${name}@${from}..${to}`;

const readRun = (text: string, license: string): { name: string; run: LicenseRun } | undefined => {
  const at = text.lastIndexOf('@');
  const [from = '', to = from] = text.slice(at + 1).split('..');
  return at > 0 && from !== '' ? { name: text.slice(0, at), run: { from, to, license } } : undefined;
};

/** Reads a table into runs by package name. */
export const runsByName = (table: LicenseTable): Map<string, LicenseRun[]> => {
  const runs = new Map<string, LicenseRun[]>();
  for (const [license, list] of Object.entries(table)) {
    for (const text of list.split(' ')) {
      const read = readRun(text, license);
      if (!read) continue;
      const known = runs.get(read.name);
      if (known) known.push(read.run);
      else runs.set(read.name, [read.run]);
    }
  }
  return runs;
};

/** The release line of a version: its major version, or below 1.0 its minor version. */
const lineOf = (version: string): string | undefined => {
  const [, major, minor] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === '0' && minor !== undefined ? `0.${minor}` : major;
};

/**
 * Returns the license of a version. It is certain between two versions with that license. Outside of them it is only
 * likely, and only within the same release line, because licenses change with a release.
 */
export const licenseInRuns = (
  runs: readonly LicenseRun[],
  ecosystem: Ecosystem,
  version: string,
): KnownLicense | undefined => {
  const order = versionOrder(ecosystem);
  const wanted = order?.parse(version);
  if (!order || wanted === undefined) {
    const exact = runs.find(({ from, to }) => from === version || to === version);
    return exact && { license: exact.license, isCertain: true };
  }
  const within = runs.find(({ from, to }) => {
    const [lower, upper] = [order.parse(from), order.parse(to)];
    if (lower === undefined || upper === undefined) return false;
    return order.compare(lower, wanted) <= 0 && order.compare(wanted, upper) <= 0;
  });
  if (within) return { license: within.license, isCertain: true };
  const line = lineOf(version);
  const near = runs.filter(({ from, to }) => line !== undefined && [lineOf(from), lineOf(to)].includes(line));
  const [likely] = near.toSorted((a, b) => compareText(a.license, b.license));
  const isOne = near.every(({ license }) => license === likely?.license);
  return likely && isOne ? { license: likely.license, isCertain: false } : undefined;
};
