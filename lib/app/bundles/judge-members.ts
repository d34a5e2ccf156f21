import { Problem } from '@scangate/domain/problem';
import { affectingAdvisories, type AffectingAdvisory } from '@scangate/domain/bundles/affecting-advisories';
import { ReleaseConflict } from '@scangate/domain/bundles/release-rules';
import type { ReleasedMember } from '@scangate/domain/records';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { Finding } from '@scangate/engines/model/finding';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import { loadAdvisories } from '../advisories/load-advisories.ts';
import { loadAssessment, loadGateInputs } from '../verdict/load-judged-scan.ts';
import { gateToday, type RejudgePorts } from '../verdict/rejudge-scan.ts';
import { loadUnitSbom } from '../reports/load-sbom.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { requireAllScanned, type MemberScan, type MissingMember } from './release-members.ts';

/** A unit of a member, judged for a release. */
export interface JudgedUnitOfMember {
  member: MemberScan;
  projectUnitId: string;
  /** The name of its repository, and its path there: unique in the bundle. */
  place: string;
  assessed: AssessedUnit;
  findings: readonly Finding[];
  sbom: string | undefined;
}

export interface JudgedMembers {
  members: (ReleasedMember & { artifactSha256?: string })[];
  verdicts: Verdict[];
  gates: { scanId: string; stored: GateInputs }[];
  advisories: AffectingAdvisory[];
  snapshotId: string;
  policyDigest: string;
  severityThreshold: string;
}

/**
 * Returns the value that all of them share; undefined when none of them needs one.
 * @throws ReleaseConflict
 */
const singleValue = (values: readonly string[], none: string): string => {
  const [first, ...others] = [...new Set(values)];
  if (others.length > 0) throw new ReleaseConflict();
  return first ?? none;
};

type OnUnit = (unit: JudgedUnitOfMember) => Promise<void> | void;

/** Judges the units of a member one after the other, so that only one assessment is in memory. */
const judgeMember = async (
  member: MemberScan,
  { ports, now, onUnit }: { ports: RejudgePorts; now: Date; onUnit: OnUnit },
) => {
  const { scan, repository } = member;
  const stored = await loadGateInputs(scan, ports.blobs);
  const { gate, policyDigest } = await gateToday({ scan, stored }, ports, now);
  const results: UnitResult[] = [];
  const affected: Finding[] = [];
  for (const unit of completedUnits(scan)) {
    const assessed = await loadAssessment(scan, unit, ports.blobs);
    const index = await loadAdvisories(assessed.inventory, ports.advisories);
    const { findings, result } = await judgeUnit(assessed, gate, index);
    results.push(result);
    affected.push(...findings.filter(({ kind }) => kind === 'vulnerability'));
    const { projectUnitId, path } = unit;
    const place = [repository.fullName, path].filter((part) => part !== '').join('/');
    const sbom = await loadUnitSbom(scan, unit, ports.blobs);
    await onUnit({ member, projectUnitId, place, assessed, findings, sbom });
  }
  const judged = { ...scan, policyDigest, severityThreshold: gate.policy.severityThreshold };
  return { stored, policyDigest, results, affected, verdict: assembleVerdict(judged, results, gate) };
};

interface JudgedMember {
  member: MemberScan;
  outcome: Awaited<ReturnType<typeof judgeMember>>;
}

const releasedMember = ({
  member: { member, repository, scan },
  outcome: { verdict },
}: JudgedMember): JudgedMembers['members'][number] => ({
  ...member,
  repository: repository.fullName,
  scanId: scan.scanId,
  commitHash: scan.commitHash,
  verdict: verdict.verdict === 'PASS' ? 'PASS' : 'FAIL',
  scanTypes: scan.scanTypes,
  fullScope: scan.fullScope,
  units: completedUnits(scan).map(({ projectUnitId, path }) => ({ projectUnitId, path })),
  ...(scan.artifact?.sha256 !== undefined && { artifactSha256: scan.artifact.sha256 }),
});

/**
 * Judges the members of a release by one policy and one snapshot of advisories. It costs no credit and changes no
 * scan.
 * @param onUnit gets each unit as it is judged.
 * @throws ReleaseConflict, or Problem member_not_scanned naming the members whose payloads are gone, or whose scans
 * are narrower than the policy requires
 */
export const judgeMembers = async (
  found: readonly MemberScan[],
  { ports, now, onUnit }: { ports: RejudgePorts; now: Date; onUnit: OnUnit },
): Promise<JudgedMembers> => {
  const judged: JudgedMember[] = [];
  const missing: MissingMember[] = [];
  for (const member of found) {
    const { commitHash } = member.scan;
    try {
      const outcome = await judgeMember(member, { ports, now, onUnit });
      judged.push({ member, outcome });
      if (outcome.verdict.missingScanTypes.length > 0)
        missing.push({ ...member.member, commitHash, reason: 'incomplete_scan' });
    } catch (error) {
      if (error instanceof ScanFailed)
        throw new Problem('temporarily_unavailable', { detail: error.message, retryAfterSeconds: 60 });
      if (!isPayloadExpired(error)) throw error;
      missing.push({ ...member.member, commitHash, reason: 'payload_expired' });
    }
  }
  requireAllScanned(missing);
  const outcomes = judged.map(({ outcome }) => outcome);
  const snapshots = outcomes.flatMap(({ results }) => results.map(({ advisorySnapshot: { id } }) => id));
  return {
    members: judged.map(releasedMember),
    verdicts: outcomes.map(({ verdict }) => verdict),
    gates: judged.map(({ member: { scan }, outcome: { stored } }) => ({ scanId: scan.scanId, stored })),
    advisories: affectingAdvisories(
      judged.map(({ member: { member }, outcome: { affected } }) => ({ member, findings: affected })),
    ),
    snapshotId: singleValue(
      snapshots.filter((id) => id !== 'none'),
      'none',
    ),
    policyDigest: singleValue(
      outcomes.map(({ policyDigest }) => policyDigest),
      '',
    ),
    severityThreshold: outcomes[0]?.verdict.summary.severityThreshold ?? '',
  };
};
