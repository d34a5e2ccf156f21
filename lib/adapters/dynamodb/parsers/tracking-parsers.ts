import type { Records } from '@scangate/domain/record-changes';
import {
  toleratedBy,
  trackedKinds,
  trackedStates,
  type FollowedScan,
  type NewestCommit,
  type Sighting,
  type Tolerance,
} from '@scangate/domain/tracking/tracking-records';
import type { HistoryPlace } from '@scangate/engines/model/finding';
import { severities } from '@scangate/engines/model/severity';
import {
  flag,
  isTrue,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  type FieldParsers,
} from './parse-value.ts';
import { reason, scanType, verdictName } from './verdict-parsers.ts';

const trend: FieldParsers<Records['trend']> = {
  organizationId: text,
  day: text,
  critical: number,
  high: number,
  medium: number,
  low: number,
  unknown: number,
  waived: number,
  opened: number,
  fixed: number,
  fixSeconds: number,
  pass: optional(number),
  fail: optional(number),
  error: optional(number),
};

type TrackingRecord =
  | 'trackedFinding'
  | 'findingLocation'
  | 'followedCommit'
  | 'repositoryGate'
  | 'trend'
  | 'repositoryTrend';

const sighting = objectOf<Sighting>({ scanId: text, commitHash: text, at: text });

const followedScan = objectOf<FollowedScan>({
  scanId: text,
  commitHash: text,
  at: text,
  scanTypes: listOf(scanType),
  projectUnitId: optional(text),
});

const tolerance = objectOf<Tolerance>({
  by: oneOf(toleratedBy),
  reason: text,
  waiverId: optional(text),
  expiresAt: optional(text),
});

const trackedFinding: FieldParsers<Records['trackedFinding']> = {
  organizationId: text,
  projectUnitId: text,
  fingerprint: text,
  repositoryId: text,
  kind: oneOf(trackedKinds),
  severity: oneOf(severities),
  title: text,
  unitPath: text,
  file: text,
  rule: text,
  packageName: optional(text),
  packageVersion: optional(text),
  history: optional(objectOf<HistoryPlace>({ commitHash: text, goneFromHead: optional(flag) })),
  fixable: flag,
  knownExploited: flag,
  occurrences: number,
  state: oneOf(trackedStates),
  version: number,
  firstSeen: sighting,
  lastSeen: sighting,
  openedAt: text,
  fixed: optional(sighting),
  tolerated: optional(tolerance),
  unconfirmed: optional(isTrue),
  assignee: optional(text),
  notes: optional(text),
  notedAt: optional(text),
  ticket: optional(text),
  triageVersion: number,
  listedOf: optional(text),
  listedBy: optional(text),
  expiresAt: optional(text),
};

/** Parsers of the records that follow default branches. */
export const trackingRecordFields: { [R in TrackingRecord]: FieldParsers<Records[R]> } = {
  trackedFinding,
  findingLocation: {
    organizationId: text,
    fingerprint: text,
    projectUnitId: text,
    expiresAt: optional(text),
  },
  followedCommit: {
    organizationId: text,
    repositoryId: text,
    newest: optional(objectOf<NewestCommit>({ branch: text, scanId: text, commitHash: text, at: text })),
    version: number,
    seen: followedScan,
    previous: optional(followedScan),
    units: listOf(text),
    artifacts: optional(mapOf(text)),
    telling: optional(listOf(text)),
  },
  repositoryGate: {
    organizationId: text,
    repositoryId: text,
    fullName: text,
    branch: text,
    scanId: text,
    commitHash: text,
    fullScope: flag,
    verdict: verdictName,
    reason,
    judgedAt: text,
    failingSince: optional(text),
    version: number,
  },
  trend,
  repositoryTrend: { ...trend, repositoryId: text },
};
