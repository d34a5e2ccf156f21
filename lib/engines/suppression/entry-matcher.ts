import type { Finding, LicenseFinding, VulnerabilityFinding } from '../model/finding.ts';
import { licenseCategory } from '../license/license-categories.ts';
import { canonicalId } from '../license/spdx-id.ts';
import { parsePurl } from '../purl/package-url.ts';
import { matchesPackage, parsePackagePattern } from '../waivers/package-pattern.ts';
import { globMatches } from './path-glob.ts';
import type { SuppressionEntry } from '../model/gate/suppressions.ts';

/** The findings that an entry can cover. Advice on upgrades does not count, so that there is nothing to suppress. */
export type Suppressible = Exclude<Finding, { kind: 'upgrade' }>;

/** The part of a finding that entries are compared with, so that the finding itself need not be made first. */
export type Coverable =
  | Extract<Finding, { kind: 'vulnerability' | 'license' }>
  | { kind: 'secret' | 'code' | 'source'; rule: string; file: string };

/** The scanner names by kind of finding. */
export const scannerOf = {
  secret: 'secrets',
  code: 'sast',
  source: 'sca',
  vulnerability: 'sca',
  license: 'license',
} as const satisfies Record<Suppressible['kind'], string>;

/** Returns whether the name of an entry is a package URL. */
export const isPackageName = (name: string): boolean => name.startsWith('pkg:');

const namesAdvisory = (name: string, { advisoryId, aliases }: VulnerabilityFinding): boolean =>
  [advisoryId, ...aliases].some((id) => id.toLowerCase() === name.toLowerCase());

const namesPackage = (name: string, purl: string | undefined): boolean => {
  const pattern = parsePackagePattern(name);
  return pattern !== undefined && purl !== undefined && matchesPackage(pattern, parsePurl(purl));
};

const idsOf = (expression: string): string[] =>
  expression
    .replaceAll(/\bWITH\s+\S+/gi, ' ')
    .split(/[\s()]{1,20}/)
    .filter((id) => !/^(?:AND|OR)?$/i.test(id));

/** A bare `GPL-3.0` stands for both of its successors. */
const familyOf = (id: string): string[] => {
  const { id: canonical } = canonicalId(id.replace(/\+$/, ''), id.endsWith('+'));
  const isBare = canonical.toLowerCase() === `${id}-only`.toLowerCase();
  return [canonical, ...(isBare ? [`${id}-or-later`] : [])].map((each) => each.toLowerCase());
};

/** An entry covers an expression when it names every license in it that is not permissive. */
const namesLicense = (name: string, { license }: LicenseFinding): boolean => {
  const covered = new Set([name.toLowerCase(), ...familyOf(name)]);
  const isCovered = (id: string): boolean =>
    covered.has(id.toLowerCase()) || familyOf(id).some((each) => covered.has(each));
  const ids = idsOf(license);
  return ids.some(isCovered) && ids.every((id) => isCovered(id) || licenseCategory(id) === 'permissive');
};

const namesFinding = (name: string, finding: Coverable): boolean => {
  if (finding.kind === 'license') return namesLicense(name, finding);
  if (finding.kind !== 'vulnerability') return name === finding.rule;
  return isPackageName(name) ? namesPackage(name, finding.purl) : namesAdvisory(name, finding);
};

/** A pattern without a scanner applies to hand-written files: neither vulnerabilities nor licenses are in those. */
const coversKind = ({ scanner }: SuppressionEntry, { kind }: Coverable): boolean =>
  scanner === undefined ? kind !== 'vulnerability' && kind !== 'license' : scanner === scannerOf[kind];

const directoryOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

/**
 * Returns whether an entry covers a finding, or re-includes it when it is negated.
 * @param path the file of the finding from the root of the repository.
 */
export const entryMatches = (entry: SuppressionEntry, finding: Coverable, path: string): boolean => {
  if (!coversKind(entry, finding)) return false;
  if (entry.rule !== undefined && !namesFinding(entry.rule, finding)) return false;
  const directory = directoryOf(entry.file);
  if (!path.startsWith(directory)) return false;
  return entry.glob === undefined || globMatches(entry.glob, path.slice(directory.length));
};

/**
 * Returns whether an entry applies to a unit: entries of the root's file apply to all units, others to their own
 * unit.
 */
export const appliesToUnit = ({ file }: SuppressionEntry, unitPath: string): boolean => {
  const directory = directoryOf(file);
  return directory === '' || directory === `${unitPath}/`;
};
