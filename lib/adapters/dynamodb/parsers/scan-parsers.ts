import { documentTypes } from '@scangate/domain/scans/uploads/document-types';
import { auditActions } from '@scangate/domain/audit/audit-event';
import type { Records } from '@scangate/domain/record-changes';
import { checkApis } from '@scangate/domain/integrations/checks/check-records';
import { stoppedRenewals } from '@scangate/domain/offboarding/offboarding-records';
import { roles } from '@scangate/domain/identity/roles';
import type {
  AuditEvent,
  BaseScan,
  EncryptedCredential,
  GateProposal,
  Idempotency,
  Scan,
  ScanLookup,
  SkippedScanType,
} from '@scangate/domain/records';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { BaseStatus } from '@scangate/engines/model/gate/reviewed-side';
import { queued, sourceTrigger } from './field-parsers.ts';
import { accessPolicy, ciRun } from './identity-parsers.ts';
import {
  anything,
  flag,
  keyIn,
  kindOf,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  type FieldParsers,
} from './parse-value.ts';
import { gatePolicy } from './policy-parsers.ts';
import { pullRequestCheck } from './pull-request-parsers.ts';
import { artifact, baseUnit, chargedPeriods, dedupRow, keptResult } from './scan-unit-parsers.ts';
import { scanStatus, scanUnit, unitType } from './scan-unit-parsers.ts';
import { customRule } from './rule-parsers.ts';
import { errorCode, scanType, threshold, judgment, verdict } from './verdict-parsers.ts';

const role = oneOf(roles);
const actor = kindOf<AuditEvent['actor']>({
  person: objectOf<Extract<AuditEvent['actor'], { kind: 'person' }>>({
    kind: keyIn<'person'>({ person: true }),
    personId: text,
    role: optional(role),
    tokenId: optional(text),
  }),
  operator: objectOf<{ kind: 'operator' }>({ kind: keyIn<'operator'>({ operator: true }) }),
  link: objectOf<{ kind: 'link'; linkId: string }>({ kind: keyIn<'link'>({ link: true }), linkId: text }),
  system: objectOf<{ kind: 'system' }>({ kind: keyIn<'system'>({ system: true }) }),
});

type ScanRecord =
  | 'organization'
  | 'policy'
  | 'ruleSet'
  | 'auditEvent'
  | 'repository'
  | 'repositoryName'
  | 'badge'
  | 'scan'
  | 'scanListing'
  | 'baseScan'
  | 'keptUnit'
  | 'dedup'
  | 'idempotency'
  | 'waiter'
  | 'upload';

/** Parsers of the records of organizations and their scans. */
export const scanRecordFields: { [R in ScanRecord]: FieldParsers<Records[R]> } = {
  organization: {
    organizationId: text,
    name: text,
    billingAccountId: text,
    owners: number,
    repositories: number,
    policyDigest: text,
    severityThreshold: threshold,
    policyVersion: number,
    gateProposal: optional(objectOf<GateProposal>({ digest: text, personId: text, at: text })),
    waiversMark: optional(text),
    accessPolicy: optional(accessPolicy),
    tokensVersion: optional(number),
    closing: optional(
      objectOf<NonNullable<Records['organization']['closing']>>({
        since: text,
        eraseAt: text,
        stopped: listOf(oneOf(stoppedRenewals)),
      }),
    ),
    closings: optional(number),
    erasureStartedAt: optional(text),
    clients: number,
    trustRules: optional(number),
    invitations: optional(number),
    listens: optional(listOf(text)),
    subscribersVersion: optional(number),
    webhooks: optional(number),
    integrations: optional(number),
    bundles: optional(number),
    historyQuoteDay: optional(text),
    historyQuotes: optional(number),
    createdAt: text,
    dueQueue: text,
    dueAt: text,
  },
  policy: { organizationId: text, digest: text, policy: gatePolicy, createdAt: text },
  ruleSet: { organizationId: text, digest: text, rules: listOf(customRule), createdAt: text },
  auditEvent: {
    organizationId: text,
    eventId: text,
    at: text,
    action: oneOf(auditActions),
    actor,
    target: optional(text),
    before: optional(mapOf(anything)),
    after: optional(mapOf(anything)),
  },
  repository: {
    organizationId: text,
    repositoryId: text,
    fullName: text,
    url: text,
    provider: text,
    defaultBranch: text,
    reviewedBranches: optional(listOf(text)),
    artifactsAsDefault: optional(flag),
    historyScan: optional(text),
    badgeId: optional(text),
    reuse: optional(keyIn<'off'>({ off: true })),
    checks: optional(
      objectOf<NonNullable<Records['repository']['checks']>>({
        status: flag,
        comment: flag,
        annotations: flag,
        api: optional(oneOf(checkApis)),
      }),
    ),
    checksStopped: optional(
      objectOf<NonNullable<Records['repository']['checksStopped']>>({
        at: text,
        cause: oneOf(['credential_refused']),
      }),
    ),
    credential: optional(
      objectOf<EncryptedCredential>({
        username: optional(text),
        app: optional(
          objectOf<NonNullable<EncryptedCredential['app']>>({ appId: text, installationId: text }),
        ),
        ciphertext: text,
      }),
    ),
    units: listOf(objectOf<ProjectUnit>({ projectUnitId: text, path: text, type: unitType, name: text })),
    unitsVersion: number,
    failures: optional(number),
    failureSeconds: optional(number),
    cancelledSeconds: optional(number),
    failuresSince: optional(text),
    pausedUntil: optional(text),
    connectedAt: text,
    connectedBy: text,
    disconnectedAt: optional(text),
  },
  badge: { badgeId: text, organizationId: text, repositoryId: text },
  repositoryName: {
    organizationId: text,
    name: text,
    repositoryId: text,
    connectedAt: text,
    url: optional(text),
  },
  scan: {
    organizationId: text,
    scanId: text,
    repositoryId: text,
    commitHash: text,
    branch: optional(text),
    projectUnitId: optional(text),
    base: optional(
      objectOf<NonNullable<Scan['base']>>({ commitHash: optional(text), scanId: optional(text) }),
    ),
    pullRequest: optional(objectOf<NonNullable<Scan['pullRequest']>>({ number, url: optional(text) })),
    status: scanStatus,
    scanTypes: listOf(scanType),
    fullScope: flag,
    skippedScanTypes: listOf(objectOf<SkippedScanType>({ scanType, reason: text })),
    sourceTrigger,
    personId: text,
    billingAccountId: text,
    units: listOf(scanUnit),
    unitsVersion: number,
    chargedPeriods,
    clientMonth: optional(text),
    policyDigest: text,
    severityThreshold: threshold,
    dedupDigest: optional(text),
    artifact: optional(artifact),
    ci: optional(ciRun),
    pipelineDigest: optional(text),
    checksBy: optional(keyIn<'service'>({ service: true })),
    createdAt: text,
    startedAt: optional(text),
    countedOn: optional(text),
    countedAs: optional(number),
    countedIn: optional(number),
    countedFor: optional(number),
    credentialsEndedAt: optional(text),
    finishedAt: optional(text),
    errorCode: optional(errorCode),
    error: optional(text),
    verdict: optional(verdict),
    judgments: optional(listOf(judgment)),
    judgmentsVersion: optional(number),
    reviewed: optional(
      objectOf<NonNullable<Scan['reviewed']>>({
        branch: text,
        tip: text,
        headIsReviewed: flag,
        base: optional(keyIn<BaseStatus>({ reviewed: true, not_reviewed: true, absent: true })),
      }),
    ),
    pullRequestCheck: optional(pullRequestCheck),
    baseUnits: optional(listOf(baseUnit)),
    baseAssessedIn: optional(text),
    ...queued,
    unfollowedSince: optional(text),
    refundsDue: optional(listOf(text)),
  },
  scanListing: {
    organizationId: text,
    lookup: keyIn<ScanLookup>({ commit: true, branch: true, repository: true, verdict: true }),
    value: text,
    scanId: text,
    repositoryId: text,
    commitHash: text,
    branch: optional(text),
  },
  baseScan: {
    organizationId: text,
    repositoryId: text,
    digest: text,
    commitHash: text,
    scanId: text,
    origin: keyIn<BaseScan['origin']>({ own: true, compared: true }),
    assessedIn: optional(text),
    state: keyIn<BaseScan['state']>({ scanning: true, completed: true, stuck: true }),
    units: listOf(baseUnit),
    expiresAt: text,
  },
  keptUnit: {
    organizationId: text,
    repositoryId: text,
    projectUnitId: text,
    results: listOf(keptResult),
    version: number,
    expiresAt: text,
  },
  dedup: {
    organizationId: text,
    repositoryId: text,
    digest: text,
    conditions: optional(text),
    branches: optional(text),
    scanId: text,
    expiresAt: text,
    credentialsEndedAt: optional(text),
  },
  idempotency: {
    organizationId: text,
    operation: text,
    key: text,
    bodyHash: text,
    answer: objectOf<Idempotency['answer']>({
      status: number,
      body: optional(anything),
      headers: optional(mapOf(text)),
    }),
    expiresAt: text,
  },
  waiter: {
    organizationId: text,
    slot: number,
    holder: text,
    scanId: optional(text),
    dedup: optional(dedupRow),
    expiresAt: text,
  },
  upload: {
    organizationId: text,
    uploadId: text,
    contentLength: number,
    createdAt: text,
    mediaType: optional(oneOf(documentTypes)),
    scanId: optional(text),
  },
};
