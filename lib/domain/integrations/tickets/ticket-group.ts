import { compareText } from '@scangate/engines/model/compare-text';
import { sha256 } from '@scangate/engines/model/digest';
import { bySeverity, moreSevere, type Severity } from '@scangate/engines/model/severity';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import type { TrackedFinding, TrackedKind } from '@scangate/domain/tracking/tracking-records';

/** The integration that tickets belong to; each has its own issues. */
export interface TicketOwner {
  organizationId: string;
  subscriberId: string;
}

/** The findings that share one issue. */
export interface TicketGroup {
  /** 16 hexadecimal digits. */
  group: string;
  repositoryId: string;
  projectUnitId: string;
  unitPath: string;
  kind: TrackedKind;
  /** The package, or the file; it comes from the repository. */
  subject: string;
  /** The rows that are open, the worst first. */
  open: TrackedFinding[];
  /** The rows that are fixed or waived. */
  settled: TrackedFinding[];
  /** The highest severity of the open findings; `unknown` when none is open. */
  severity: Severity;
  knownExploited: boolean;
}

/**
 * Returns the key of findings that are one piece of work: the package to change, the secret to revoke, the rule that
 * a file violates.
 */
const subjectOf = ({
  kind,
  packageName,
  fingerprint,
  rule,
  file,
  projectUnitId,
}: TrackedFinding): string[] => {
  if (kind === 'secret') return [kind, fingerprint];
  if (kind === 'code' || packageName === undefined) return [kind, projectUnitId, rule, file];
  return [kind, projectUnitId, packageName];
};

const groupDigits = 16;

/** Names the group of a finding. Its integration is part of the name, so that outsiders cannot predict it. */
export const groupNameOf = ({ organizationId, subscriberId }: TicketOwner, row: TrackedFinding): string =>
  sha256(JSON.stringify([organizationId, subscriberId, row.repositoryId, ...subjectOf(row)])).slice(
    0,
    groupDigits,
  );

/** The name of a group by which its issue is found at the tracker. */
export const markerOf = (group: string): string => `scangate:${group}`;

const byWeight = (a: TrackedFinding, b: TrackedFinding): number =>
  bySeverity(a.severity, b.severity) ||
  Number(b.knownExploited) - Number(a.knownExploited) ||
  compareText(a.rule, b.rule) ||
  compareText(`${a.projectUnitId} ${a.fingerprint}`, `${b.projectUnitId} ${b.fingerprint}`);

const groupOf = (group: string, rows: readonly TrackedFinding[]): TicketGroup[] => {
  const sorted = rows.toSorted(byWeight);
  const open = sorted.filter(({ state }) => state === 'open');
  const first = open[0] ?? sorted[0];
  if (!first) return [];
  const { repositoryId, projectUnitId, unitPath, kind, packageName, file } = first;
  return [
    {
      group,
      repositoryId,
      projectUnitId,
      unitPath,
      kind,
      subject: packageName ?? file,
      open,
      settled: sorted.filter(({ state }) => state !== 'open'),
      severity: open.map(({ severity }) => severity).reduce(moreSevere, 'unknown'),
      knownExploited: open.some(({ knownExploited }) => knownExploited),
    },
  ];
};

/** Groups tracked findings; rows that were removed count as absent. */
export const groupFindings = (owner: TicketOwner, rows: readonly TrackedFinding[]): TicketGroup[] =>
  [...Map.groupBy(rows.filter(isTracked), (row) => groupNameOf(owner, row))].flatMap(([group, members]) =>
    groupOf(group, members),
  );

/** Orders the most severe group first; of equal ones, the one that has been open longest. */
export const worstFirst = (a: TicketGroup, b: TicketGroup): number =>
  bySeverity(a.severity, b.severity) ||
  Number(b.knownExploited) - Number(a.knownExploited) ||
  compareText(a.open[0]?.openedAt ?? '', b.open[0]?.openedAt ?? '') ||
  compareText(a.group, b.group);
