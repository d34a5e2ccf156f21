import { compareFindings } from '@scangate/domain/comparison/compare-findings';
import { comparedFinding, type ComparedFinding } from '@scangate/domain/comparison/compared-finding';
import { coverageDropped, type CoveredUnit } from '@scangate/domain/comparison/coverage-dropped';
import { introducedSecret } from '@scangate/domain/comparison/introduced-secret';
import type { ComparedUnit } from '@scangate/domain/comparison/pair-units';
import type { BaseUnit } from '@scangate/domain/records';
import { isActive } from '@scangate/domain/scans/active-scan';
import {
  baseAssessmentName,
  completeBase,
  releaseBase,
  releasePartialBase,
} from '@scangate/domain/scans/base/base-scan';
import { decidePullRequestCheck } from '@scangate/domain/verdict/decide-pull-request-check';
import { contentOfDetection, knownDetection } from '@scangate/engines/known-detection';
import { secretsOfRange } from '@scangate/engines/secrets-of-commit-range';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import type { Finding } from '@scangate/engines/model/finding';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { Liveness } from '@scangate/engines/model/gate/secret-liveness';
import { isJudged } from '@scangate/engines/model/gate/fail-conditions';
import { defaultPrCheckThreshold } from '@scangate/engines/model/gate/policy';
import { resultObjectName } from '@scangate/engines/model/results';
import { allowMark } from '@scangate/engines/suppression/allow-comment';
import { fromRoot } from '@scangate/engines/suppression/suppress';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader } from '#ports/blobs.ts';
import type { ComparedBaseOutcome, ComparedUnits, PreparedBase } from '#ports/scans/scan-tasks.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadAdvisories } from '#app/advisories/load-advisories.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';
import { loadGate } from './gate-of-scan.ts';

export interface CompareBasePorts {
  store: Pick<Store<'baseScan' | 'scan'>, 'commit' | 'get'>;
  blobs: BlobReader<'results'>;
  advisories: Advisories;
}

interface Side {
  units: ComparedUnit[];
  /** The parts of the assessments that state what was assessed. */
  covered: CoveredUnit[];
  /** The findings in source files before policy. */
  detections: KnownDetection[];
}

type LivenessByContent = Map<string, Liveness>;

const notAvailable: ComparedBaseOutcome = { reason: 'base_not_available' };

/** The gate for the base as reviewed: its own comments count, and the entries are those by which the head is judged. */
const gateOfBase = ({ reviewedFindings: _ofHead, ...gate }: GateInputs): GateInputs => {
  const { suppressions } = gate;
  const own = suppressions.mode === 'commit' ? suppressions.own : suppressions.entries;
  return { ...gate, suppressions: { ...suppressions, own, entries: own, comments: 'own', unchanged: 'all' } };
};

const readText = async (
  { organizationId, name }: { organizationId: string; name: string },
  { blobs }: CompareBasePorts,
): Promise<string | undefined> => {
  const content = await blobs.get({ area: 'results', organizationId, name });
  return content && decodeUtf8(content);
};

/** The number of stored assessments that are looked up at a time. */
const openedAtOnce = 16;

/** The limit of characters of texts that are kept until they are read again. */
const mostKept = 8 * 1024 * 1024;

/** Reads texts, each of which is read twice: the first reading keeps small ones for the second. */
const readingTwice = (organizationId: string, ports: CompareBasePorts) => {
  const kept = new Map<string, string>();
  let characters = 0;
  const read = (name: string) => readText({ organizationId, name }, ports);
  return {
    first: async (name: string): Promise<string | undefined> => {
      const text = await read(name);
      if (text === undefined || characters + text.length > mostKept) return text;
      characters += text.length;
      kept.set(name, text);
      return text;
    },
    second: (name: string): Promise<string | undefined> => {
      const text = kept.get(name);
      kept.delete(name);
      return text === undefined ? read(name) : Promise.resolve(text);
    },
  };
};

type ReadText = ReturnType<typeof readingTwice>['second'];

const addUnit = (
  side: Side,
  { assessed, findings }: { assessed: AssessedUnit; findings: readonly Finding[] },
  { policy }: GateInputs,
): void => {
  const { unit, scanTypes, files, inventory, inventoryDigest, leftOutLockfiles } = assessed;
  const rules = {
    counts: (finding: Finding) => isJudged(finding, policy),
    unknownSeverityAs: policy.unknownSeverityAs,
  };
  const compared = findings
    .map((finding) => comparedFinding(finding, rules))
    .filter((finding): finding is ComparedFinding => finding !== undefined);
  const allowed = new Set(
    findings.flatMap(({ suppressed, fingerprint }) => (suppressed?.by === allowMark ? [fingerprint] : [])),
  );
  side.units.push({ path: unit.path, type: unit.type, inventoryDigest, findings: compared });
  const { read, unread, resolvingNothing } = inventory;
  const kept = { ...inventory, components: [], read, unread, ...(resolvingNothing && { resolvingNothing }) };
  side.covered.push({ unit, scanTypes, files, inventory: kept, leftOutLockfiles });
  for (const detection of assessed.detections) {
    const file = fromRoot(unit.path, detection.file);
    side.detections.push(knownDetection(detection, file, allowed.has(detection.fingerprint)));
  }
};

/** Collects the providers' answers about the secrets of the head, by the content of a detection. */
const livenessOfHead = async (names: readonly string[], read: ReadText): Promise<LivenessByContent> => {
  const known: LivenessByContent = new Map();
  for (const name of names) {
    const text = await read(name);
    for (const one of (text === undefined ? undefined : decodeAssessment(text))?.detections ?? [])
      if (one.kind === 'secret' && one.liveness) known.set(contentOfDetection(one), one.liveness);
  }
  return known;
};

/**
 * Both sides have the same answer about a secret, so that querying its provider does not make an old secret a new
 * one.
 */
const withLiveness = (assessed: AssessedUnit, known: LivenessByContent): AssessedUnit => ({
  ...assessed,
  detections: assessed.detections.map((one) => {
    if (one.kind !== 'secret') return one;
    const { liveness: _own, ...rest } = one;
    const liveness = known.get(contentOfDetection(one));
    return { ...rest, ...(liveness && { liveness }) };
  }),
});

/** Judges stored assessments by one set of gate inputs. @returns undefined when one of them is gone or too old. */
const judgeStored = async (
  names: readonly string[],
  { gate, liveness, read }: { gate: GateInputs; liveness?: LivenessByContent; read: ReadText },
  { advisories: snapshots }: Pick<CompareBasePorts, 'advisories'>,
): Promise<Side | undefined> => {
  const side: Side = { units: [], covered: [], detections: [] };
  for (const name of names) {
    const text = await read(name);
    const stored = text === undefined ? undefined : decodeAssessment(text);
    if (!stored) return undefined;
    const assessed = liveness ? withLiveness(stored, liveness) : stored;
    const advisories = await loadAdvisories(assessed.inventory, snapshots);
    const { findings } = await judgeUnit(assessed, gate, advisories);
    addUnit(side, { assessed, findings }, gate);
  }
  return side;
};

/** Judges both sides by the same advisories, which may be newer than those of the verdict. */
const compare = async (
  { organizationId, scanId, units, base: { location, scope, ...base } }: ComparedUnits,
  ports: CompareBasePorts,
): Promise<ComparedBaseOutcome> => {
  if (!location || !scope) return notAvailable;
  const gate = await loadGate({ organizationId, scanId }, ports.blobs);
  const headNames = units.map(({ projectUnitId }) => resultObjectName(scanId, projectUnitId, 'assessment'));
  const baseNames = base.units.map(({ projectUnitId }) => baseAssessmentName(location, projectUnitId));
  const isVerified = gate.policy.verifySecrets === 'on';
  const { first, second: read } = readingTwice(organizationId, ports);
  const liveness = isVerified ? await livenessOfHead(headNames, first) : undefined;
  const judged = { gate: gateOfBase(gate), read, ...(liveness && { liveness }) };
  const before = await judgeStored(baseNames, judged, ports);
  const baseFindings = before && { detections: before.detections, changed: 'all' as const, complete: true };
  const gateOfHead = { ...gate, ...(baseFindings && { baseFindings }) };
  const head = before && (await judgeStored(headNames, { gate: gateOfHead, read }, ports));
  if (!head || !before) return notAvailable;
  const { policy } = gate;
  const known = [...head.detections, ...before.detections, ...(gate.reviewedFindings?.detections ?? [])];
  const historic = gate.range ? secretsOfRange(gate.range, known, gate) : [];
  const comparison = compareFindings(head.units, before.units);
  comparison.introduced.push(...historic.map((secret) => introducedSecret(secret, gate)));
  const {
    base: _base,
    suppressionsProposed: _proposed,
    ...check
  } = decidePullRequestCheck({
    base: { verified: true },
    severityThreshold: policy.prCheckSeverityThreshold ?? defaultPrCheckThreshold,
    unknownSeverityAs: policy.unknownSeverityAs,
    scope,
    comparison,
    ...(gate.range && { history: { ...gate.range, secrets: historic } }),
    coverageDropped: coverageDropped(head.covered, before.covered),
    suppressionsProposed: [],
  });
  return { check, ...(location.origin === 'own' && { scanId: location.scanId }) };
};

/** The units of the base whose assessments are stored. */
const storedUnits = async (
  { organizationId, base: { location, units } }: ComparedUnits,
  { blobs }: CompareBasePorts,
): Promise<BaseUnit[]> => {
  const stored = new Set<BaseUnit>();
  await runConcurrently(units, { atOnce: openedAtOnce }, async (unit) => {
    if (!location) return;
    const name = baseAssessmentName(location, unit.projectUnitId);
    const content = await blobs.open({ area: 'results', organizationId, name });
    content?.destroy();
    if (content) stored.add(unit);
  });
  return units.filter((unit) => stored.has(unit));
};

/**
 * Frees the base unless all of its units were assessed: those of a scan that has ended are skipped without a failure. A release
 * is refused where another scan has taken the base over.
 * @returns whether all were assessed.
 */
const releaseUnlessAssessed = async (
  row: NonNullable<PreparedBase['row']>,
  compared: ComparedUnits,
  { ports, now }: { ports: CompareBasePorts; now: Date },
): Promise<boolean> => {
  const { organizationId, scanId, baseResults = [] } = compared;
  const { store } = ports;
  const scan = await store.get('scan', { organizationId, scanId }, { consistent: true });
  if (!scan || !isActive(scan)) {
    await store.commit([releaseBase(row, scanId, now)]);
    return false;
  }
  if (baseResults.flat().every(({ failure }) => failure === undefined)) return true;
  const found = await store.get('baseScan', row, { consistent: true });
  if (found?.scanId === scanId && found.state === 'scanning')
    await store.commit([releasePartialBase(found, await storedUnits(compared, ports), now)]);
  return false;
};

/**
 * Judges the base of a scan like its head, and compares both. It shares the base that this execution assessed with
 * later scans. A second run decides the same.
 */
export const compareBase = async (
  compared: ComparedUnits,
  ports: CompareBasePorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<ComparedBaseOutcome> => {
  const { scanId, base } = compared;
  if (base.state === 'unavailable' || base.state === 'pending')
    return { reason: base.reason ?? 'base_not_available' };
  const { row, units } = base;
  if (row && !(await releaseUnlessAssessed(row, compared, { ports, now }))) return notAvailable;
  if (row) await commitOrThrow(ports.store, [completeBase(row, { scanId, units }, now)]);
  return compare(compared, ports);
};
