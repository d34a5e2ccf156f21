import type { Records } from '@scangate/domain/change';
import type { ReleasedMember, BundleMember } from '@scangate/domain/bundles/bundle-records';
import {
  deliveryStates,
  disablingCauses,
  failureCauses,
  subscriberKinds,
  type DeliveryAttempt,
  type EventAbout,
  type EventFilter,
  type SigningSecret,
  type Subscriber,
} from '@scangate/domain/events/event-records';
import { eventTypes } from '@scangate/domain/events/event-types';
import { packParts } from '@scangate/domain/evidence/evidence-records';
import { severities } from '@scangate/engines/model/severity';
import type { IntegrationRecord } from '../integration-layouts.ts';
import { queued } from './field-parsers.ts';
import {
  anything,
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

const severity = oneOf(severities);
const verdict = oneOf(['PASS', 'FAIL', 'ERROR']);
const releasedVerdict = oneOf(['PASS', 'FAIL']);

const about = objectOf<EventAbout>({
  repositoryId: optional(text),
  branch: optional(text),
  severity: optional(severity),
  verdict: optional(verdict),
});

const filter = objectOf<EventFilter>({
  repositoryIds: optional(listOf(text)),
  branches: optional(listOf(text)),
  minimumSeverity: optional(severity),
  verdicts: optional(listOf(verdict)),
});

const attempt = objectOf<DeliveryAttempt>({
  at: text,
  milliseconds: number,
  status: optional(number),
  cause: optional(oneOf(failureCauses)),
  excerpt: optional(text),
});

/** Parsers of the records of events, their subscribers, signed evidence and bundles. */
export const integrationRecordFields: { [R in IntegrationRecord]: FieldParsers<Records[R]> } = {
  storedEvent: {
    organizationId: text,
    at: text,
    eventId: text,
    type: oneOf(eventTypes),
    data: mapOf(anything),
    about: optional(about),
    onlyFor: optional(text),
    ...queued,
    expiresAt: text,
  },
  subscriber: {
    organizationId: text,
    subscriberId: text,
    kind: oneOf(subscriberKinds),
    name: text,
    types: listOf(text),
    filter: optional(filter),
    url: optional(text),
    secrets: optional(listOf(objectOf<SigningSecret>({ sealed: text, signsUntil: optional(text) }))),
    settings: optional(mapOf(anything)),
    credential: optional(text),
    createdAt: text,
    createdBy: text,
    version: number,
    disabled: optional(
      objectOf<NonNullable<Subscriber['disabled']>>({ at: text, cause: oneOf(disablingCauses) }),
    ),
    removedAt: optional(text),
    nextSequence: number,
    failures: number,
    failingSince: optional(text),
    lastDeliveredAt: optional(text),
    warnedAt: optional(text),
    sentOn: optional(objectOf<NonNullable<Subscriber['sentOn']>>({ day: text, count: number })),
    lease: optional(objectOf<NonNullable<Subscriber['lease']>>({ holder: text, until: text })),
    ...queued,
  },
  delivery: {
    organizationId: text,
    subscriberId: text,
    sequence: number,
    eventId: text,
    eventAt: text,
    type: oneOf(eventTypes),
    state: oneOf(deliveryStates),
    attempts: listOf(attempt),
    nextAttemptAt: optional(text),
    replayed: optional(isTrue),
    createdAt: text,
    expiresAt: text,
  },
  ticket: {
    organizationId: text,
    subscriberId: text,
    group: text,
    repositoryId: text,
    state: oneOf(['claimed', 'open', 'closed']),
    title: text,
    externalId: optional(text),
    url: optional(text),
    closedBy: optional(oneOf(['service', 'person'])),
    severity,
    knownExploited: flag,
    claimedAt: text,
    changedAt: text,
    version: number,
  },
  attestation: {
    organizationId: text,
    scanId: text,
    judgment: text,
    envelope: text,
    keyId: text,
    signedAt: text,
  },
  auditorPack: {
    organizationId: text,
    packId: text,
    from: text,
    to: text,
    repositoryIds: optional(listOf(text)),
    include: listOf(oneOf(packParts)),
    state: oneOf(['running', 'ready', 'failed']),
    requestedAt: text,
    requestedBy: text,
    scans: optional(number),
    bytes: optional(number),
    sha256: optional(text),
    readyAt: optional(text),
    error: optional(text),
    expiresAt: text,
    version: number,
  },
  packLink: {
    organizationId: text,
    packId: text,
    linkId: text,
    createdAt: text,
    createdBy: text,
    expiresAt: text,
    revokedAt: optional(text),
    openings: number,
    lastOpenedAt: optional(text),
  },
  linkSecret: { linkHash: text, linkOf: text, packId: text, linkId: text, expiresAt: text },
  bundle: {
    organizationId: text,
    bundleId: text,
    name: text,
    members: listOf(objectOf<BundleMember>({ repositoryId: text, projectUnitId: optional(text) })),
    releases: number,
    createdAt: text,
    createdBy: text,
    version: number,
    removedAt: optional(text),
  },
  release: {
    organizationId: text,
    bundleId: text,
    releaseVersion: text,
    members: listOf(
      objectOf<ReleasedMember>({
        repositoryId: text,
        projectUnitId: optional(text),
        repository: text,
        scanId: text,
        commitHash: text,
        verdict: releasedVerdict,
        units: listOf(objectOf<ReleasedMember['units'][number]>({ projectUnitId: text, path: text })),
      }),
    ),
    verdict: releasedVerdict,
    snapshotId: text,
    policyDigest: text,
    releasedAt: text,
    releasedBy: text,
    supportUntil: text,
    documents: mapOf(text),
    advisories: objectOf<Records['release']['advisories']>({ name: text, judgedAt: text, count: number }),
    version: number,
  },
};
