import type { RecordName } from '@scangate/domain/record-changes';
import { oneTime, underOrganization, type Layout } from './layout.ts';
import { underPart } from './organization-partitions.ts';

/** The records of events, their subscribers, signed evidence and bundles. */
export type IntegrationRecord = Extract<
  RecordName,
  | 'storedEvent'
  | 'subscriber'
  | 'delivery'
  | 'ticket'
  | 'repositoryCheck'
  | 'attestation'
  | 'auditorPack'
  | 'packLink'
  | 'historyScan'
  | 'linkSecret'
  | 'bundle'
  | 'release'
>;

/** Numbers of equal length sort as text. */
const sequenceDigits = 12;

export const integrationLayouts: { [R in IntegrationRecord]: Layout<R> } = {
  storedEvent: underOrganization(
    (id) => `EVENT#${id.at}#${id.eventId}`,
    ([, at = '', eventId = '']) => ({ at, eventId }),
  ),
  subscriber: underOrganization(
    (id) => `SUBSCRIBER#${id.subscriberId}`,
    ([, subscriberId = '']) => ({ subscriberId }),
  ),
  delivery: underOrganization(
    (id) => `DELIVERY#${id.subscriberId}#${String(id.sequence).padStart(sequenceDigits, '0')}`,
    ([, subscriberId = '', sequence = '0']) => ({ subscriberId, sequence: Number(sequence) }),
  ),
  ticket: underOrganization(
    (id) => `TICKET#${id.subscriberId}#${id.group}`,
    ([, subscriberId = '', group = '']) => ({ subscriberId, group }),
  ),
  repositoryCheck: underOrganization(
    (id) => `CHECK#${id.repositoryId}#${id.subject}`,
    ([, repositoryId = '', subject = '']) => ({ repositoryId, subject }),
  ),
  attestation: underPart(
    'attestation',
    (id) => `ATTESTATION#${id.scanId}#${id.judgment}`,
    ([, scanId = '', judgment = '']) => ({ scanId, judgment }),
  ),
  auditorPack: underOrganization(
    (id) => `PACK#${id.packId}`,
    ([, packId = '']) => ({ packId }),
  ),
  packLink: underOrganization(
    (id) => `PACKLINK#${id.packId}#${id.linkId}`,
    ([, packId = '', linkId = '']) => ({ packId, linkId }),
  ),
  historyScan: underOrganization(
    (id) => `HISTORY#${id.repositoryId}#${id.historyScanId}`,
    ([, repositoryId = '', historyScanId = '']) => ({ repositoryId, historyScanId }),
  ),
  linkSecret: oneTime('LINK', 'linkHash'),
  bundle: underOrganization(
    (id) => `BUNDLE#${id.bundleId}`,
    ([, bundleId = '']) => ({ bundleId }),
  ),
  release: underOrganization(
    (id) => `RELEASE#${id.bundleId}#${id.releaseVersion}`,
    ([, bundleId = '', ...version]) => ({ bundleId, releaseVersion: version.join('#') }),
  ),
};
