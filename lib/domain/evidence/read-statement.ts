import { releaseExtension } from '../bundles/release-statement.ts';
import { statementPayloadType } from './dsse.ts';
import { isObject, parseJson, type UncheckedObject } from './parse-untrusted-json.ts';
import { verdictExtension } from './verdict-statement.ts';
import { statementType, verdictPredicateType } from './verification-summary.ts';

/** The scope of one member of a release. */
export interface ReadMember {
  repository: string;
  commitHash: string;
  scanTypes: string[];
  fullScope: boolean;
  projectUnitId?: string;
}

/** The content of a signed verdict, of a scan or of a release, as far as it is checked. */
export interface ReadStatement {
  kind: 'proof' | 'release';
  /** The id of the scan, or of the bundle with the version of the release. */
  about: string;
  organizationId: string;
  subject: { name: string; digest: Record<string, unknown> }[];
  verifier: string;
  timeVerified: string;
  resourceUri: string;
  verificationResult: string;
  verifiedLevels: string[];
  /** The SHA-256 of each stored document by its name, in hex. */
  evidence: Record<string, string>;
  policyDigest: string;
  /** Only for a release: the scope of each member. */
  members?: ReadMember[];
  /** Only for a scan. */
  scan?: {
    scanTypes: string[];
    fullScope: boolean;
    complete: boolean;
    /** The types that were required and did not run, or that were not assessed; older statements do not state them. */
    uncovered?: string[];
    projectUnitId?: string;
    coverageDigest: string;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isTextMap = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText);

const isSubject = (value: unknown): value is ReadStatement['subject'][number] =>
  isObject(value) && isText(value['name']) && isObject(value['digest']);

/** Returns the types that a statement says it does not cover; undefined for anything but a list of them. */
const uncoveredOf = ({
  missingScanTypes,
  unassessedScanTypes,
}: UncheckedObject): { uncovered?: string[] } | undefined => {
  if (missingScanTypes === undefined && unassessedScanTypes === undefined) return {};
  if (!isTexts(missingScanTypes) || !isTexts(unassessedScanTypes)) return undefined;
  return { uncovered: [...new Set([...missingScanTypes, ...unassessedScanTypes])] };
};

const scopeOf = (extension: UncheckedObject): ReadStatement['scan'] | undefined => {
  const { scanTypes, fullScope, complete, projectUnitId, coverageDigest } = extension;
  if (!isTexts(scanTypes) || typeof fullScope !== 'boolean' || typeof complete !== 'boolean')
    return undefined;
  if (!isText(coverageDigest) || !(projectUnitId === undefined || isText(projectUnitId))) return undefined;
  const uncovered = uncoveredOf(extension);
  if (!uncovered) return undefined;
  return {
    scanTypes,
    fullScope,
    complete,
    ...uncovered,
    coverageDigest,
    ...(projectUnitId !== undefined && { projectUnitId }),
  };
};

type Extension = Pick<
  ReadStatement,
  'kind' | 'about' | 'organizationId' | 'evidence' | 'policyDigest' | 'members' | 'scan'
>;

const isMember = (value: unknown): value is ReadMember => {
  if (!isObject(value)) return false;
  const { repository, commitHash, scanTypes, fullScope, projectUnitId } = value;
  return (
    isText(repository) &&
    isText(commitHash) &&
    isTexts(scanTypes) &&
    typeof fullScope === 'boolean' &&
    (projectUnitId === undefined || isText(projectUnitId))
  );
};

const extensionOf = (predicate: UncheckedObject): Extension | undefined => {
  const scanned = predicate[verdictExtension];
  const released = predicate[releaseExtension];
  const extension = scanned ?? released;
  if (!isObject(extension)) return undefined;
  const { organizationId, evidence, policyDigest, scanId, bundleId, version } = extension;
  if (!isText(organizationId) || !isText(policyDigest) || !isTextMap(evidence)) return undefined;
  const common = { organizationId, evidence, policyDigest };
  if (scanned === undefined) {
    const { members } = extension;
    return isText(bundleId) && isText(version) && Array.isArray(members) && members.every(isMember)
      ? { kind: 'release', about: `${bundleId}/${version}`, ...common, members }
      : undefined;
  }
  const scan = scopeOf(extension);
  return scan && isText(scanId) ? { kind: 'proof', about: scanId, ...common, scan } : undefined;
};

const predicateOf = (predicate: UncheckedObject): Omit<ReadStatement, 'subject'> | undefined => {
  const { verifier, timeVerified, resourceUri, verificationResult, verifiedLevels } = predicate;
  const id = isObject(verifier) ? verifier['id'] : undefined;
  if (!isText(id) || !isText(timeVerified) || !Number.isFinite(Date.parse(timeVerified))) return undefined;
  if (!isText(resourceUri) || !isText(verificationResult) || !isTexts(verifiedLevels)) return undefined;
  const extension = extensionOf(predicate);
  return (
    extension && { verifier: id, timeVerified, resourceUri, verificationResult, verifiedLevels, ...extension }
  );
};

/**
 * Reads the payload of an envelope whose signature is valid.
 * @returns the reason when it is not a signed verdict.
 */
export const readStatement = (payloadType: string, payload: string): ReadStatement | { fault: string } => {
  if (payloadType !== statementPayloadType) return { fault: `the payload type is ${payloadType}` };
  const value = parseJson(payload);
  if (!isObject(value) || value['_type'] !== statementType)
    return { fault: 'the payload is no in-toto statement' };
  const { predicateType, subject, predicate } = value;
  if (predicateType !== verdictPredicateType)
    return { fault: `the predicate is of the type ${String(predicateType)}` };
  const read = isObject(predicate) ? predicateOf(predicate) : undefined;
  if (!read || !Array.isArray(subject) || !subject.every(isSubject))
    return { fault: 'the statement is no verdict of this service' };
  return { subject, ...read };
};
