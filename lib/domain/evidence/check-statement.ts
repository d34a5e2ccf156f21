import { thresholds, type Threshold } from '@scangate/engines/model/severity';
import { storedCommitHash } from '../repositories/commit-hash.ts';
import type { ReadMember, ReadStatement } from './read-statement.ts';

/** The requirements of a party that relies on a signed verdict. */
export interface RequiredVerdict {
  organizationId: string;
  /** The full name of the repository, or its URL. */
  repository?: string | undefined;
  commit?: string | undefined;
  threshold?: Threshold | undefined;
  maxAgeMs?: number | undefined;
  types?: readonly string[] | undefined;
  unit?: string | undefined;
}

/** Clocks differ by at most this much. */
const clockSkewMs = 300_000;

type Check = (statement: ReadStatement, required: RequiredVerdict, now: Date) => string | undefined;

const organization: Check = ({ organizationId }, required) =>
  organizationId.toLowerCase() === required.organizationId.toLowerCase()
    ? undefined
    : `it is of the organization ${organizationId}`;

const repository: Check = ({ subject, resourceUri }, { repository: wanted }) => {
  if (wanted === undefined) return undefined;
  const names = [...subject.map(({ name }) => name), resourceUri];
  const isNamed = names.some((name) => name.toLowerCase() === storedCommitHash(wanted));
  return isNamed ? undefined : `it is about ${names.join(', ')}`;
};

/** The commits of a named repository, else all of them. */
const commitsOf = ({ subject }: ReadStatement, repositoryName: string | undefined): string[] => {
  const named = subject.filter(({ name }) => name.toLowerCase() === repositoryName?.toLowerCase());
  return (named.length > 0 ? named : subject).flatMap(({ digest: { gitCommit } }) =>
    typeof gitCommit === 'string' ? [gitCommit] : [],
  );
};

const commit: Check = (statement, { commit: wanted, repository: repositoryName }) => {
  if (wanted === undefined) return undefined;
  const commits = commitsOf(statement, repositoryName);
  if (commits.includes(storedCommitHash(wanted))) return undefined;
  return commits.length > 0
    ? `it is about the commit ${commits.join(', ')}`
    : 'it is about an uploaded artifact, whose commit is only claimed';
};

const result: Check = ({ verificationResult }) =>
  verificationResult === 'PASSED' ? undefined : `the verdict is ${verificationResult}`;

/** A gate with a stricter threshold fails on more findings, so its verdict also holds for less strict ones. */
const threshold: Check = ({ verifiedLevels }, { threshold: wanted }) => {
  if (wanted === undefined) return undefined;
  const sufficient = thresholds
    .slice(thresholds.indexOf(wanted))
    .map((name) => `SCANGATE_GATE_${name.toUpperCase()}`);
  return verifiedLevels.some((level) => sufficient.includes(level))
    ? undefined
    : `its level is ${verifiedLevels.join(', ')}`;
};

const age: Check = ({ timeVerified }, { maxAgeMs }, now) => {
  if (maxAgeMs === undefined) return undefined;
  const ageMs = now.getTime() - Date.parse(timeVerified);
  if (ageMs < -clockSkewMs) return `it is of the future: ${timeVerified}`;
  return ageMs > maxAgeMs ? `it is of ${timeVerified}, which is too long ago` : undefined;
};

/** The part of a repository that a verdict covers. */
type Scope = Pick<ReadMember, 'scanTypes' | 'fullScope' | 'projectUnitId'>;

const isNamed = (wanted: string | undefined, found: string): boolean =>
  wanted === undefined || storedCommitHash(wanted) === found.toLowerCase();

/**
 * The scopes that must be covered: that of the scan, or of each requested member of a release. Requiring no member
 * means requiring the product, which consists of exactly these parts.
 */
const scopesOf = ({ scan, members = [] }: ReadStatement, required: RequiredVerdict): Scope[] => {
  if (scan) return [scan];
  const { repository: name, commit: hash, types: wanted, unit: unitId } = required;
  if ([name, hash, wanted, unitId].every((each) => each === undefined)) return [];
  return members.filter(
    ({ repository: found, commitHash, projectUnitId }) =>
      isNamed(name, found) &&
      isNamed(hash, commitHash) &&
      (unitId === undefined || projectUnitId === undefined || projectUnitId === unitId),
  );
};

const faultOfTypes = (
  { scanTypes, fullScope }: Scope,
  { types: wanted }: RequiredVerdict,
): string | undefined => {
  if (wanted === undefined)
    return fullScope ? undefined : `it covers only ${scanTypes.join(', ')}, which --types does not name`;
  const missing = wanted.filter((type) => !scanTypes.includes(type));
  return missing.length > 0 ? `it does not cover ${missing.join(', ')}` : undefined;
};

const faultOfUnit = ({ projectUnitId }: Scope, { unit: wanted }: RequiredVerdict): string | undefined => {
  if (projectUnitId === undefined || projectUnitId === wanted) return undefined;
  const named = wanted === undefined ? ', which --unit does not name' : '';
  return `it covers only the project unit ${projectUnitId}${named}`;
};

const firstFault = (
  faultOf: typeof faultOfUnit,
  statement: ReadStatement,
  required: RequiredVerdict,
): string | undefined => {
  for (const scope of scopesOf(statement, required)) {
    const fault = faultOf(scope, required);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** A verdict about a part only holds for requirements that name the part. */
const types: Check = (statement, required) => firstFault(faultOfTypes, statement, required);

/** A scan that passed may have left out scan types, which is acceptable for requirements that name only others. */
const coverage: Check = ({ scan }, { types: wanted }) => {
  if (!scan) return undefined;
  const { complete, uncovered } = scan;
  if (!uncovered) return complete ? undefined : 'something was not assessed, and it does not say which types';
  const missing = uncovered.filter((type) => wanted?.includes(type) ?? true);
  return missing.length > 0 ? `it does not cover ${missing.join(', ')}` : undefined;
};

const unit: Check = (statement, required) => {
  const { members, scan } = statement;
  if (!scan && members && required.unit !== undefined && scopesOf(statement, required).length === 0)
    return `it does not cover the project unit ${required.unit}`;
  return firstFault(faultOfUnit, statement, required);
};

const checks: readonly Check[] = [
  organization,
  repository,
  commit,
  result,
  threshold,
  age,
  types,
  coverage,
  unit,
];

/** Returns the first requirement that a statement does not meet; undefined when it meets all. */
export const faultOfStatement = (
  statement: ReadStatement,
  required: RequiredVerdict,
  now: Date,
): string | undefined => {
  for (const check of checks) {
    const fault = check(statement, required, now);
    if (fault !== undefined) return fault;
  }
  return undefined;
};
