import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Waiver } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';

type EventChange = Change<'storedEvent'>;

const viewOf = ({ waiverId, kind, match, scope, version, expiresAt, createdBy }: Waiver) => ({
  waiverId,
  kind,
  match,
  scope,
  version,
  expiresAt,
  createdBy,
  link: '/v1/waivers',
});

const aboutOf = ({ scope: { repositoryId } }: Waiver) => ({
  ...(repositoryId !== undefined && { repositoryId }),
});

/** Emits that a waiver was written: in force, or requested. */
export const waiverWritten = (organization: Listening, waiver: Waiver, at: Instant): EventChange[] => {
  const { waiverId: cause, status, approvedBy } = waiver;
  const event = { cause, at, about: aboutOf(waiver) };
  if (status === 'requested')
    return emitEvent(organization, { ...event, type: 'waiver.requested', data: viewOf(waiver) });
  if (status !== 'approved' || approvedBy === undefined) return [];
  return emitEvent(organization, {
    ...event,
    type: 'waiver.approved',
    data: { ...viewOf(waiver), approvedBy },
  });
};

/** Emits that a waiver in force will end within a number of days. */
export const waiverExpiring = (
  organization: Listening,
  { waiver, days }: { waiver: Waiver; days: 7 | 1 },
  at: Instant,
): EventChange[] => {
  const data = { ...viewOf(waiver), approvedBy: waiver.approvedBy ?? '', days };
  const cause = `${waiver.waiverId}#${days}`;
  return emitEvent(organization, { type: 'waiver.expiring', cause, at, data, about: aboutOf(waiver) });
};

/** Emits that a waiver has expired. */
export const waiverExpired = (organization: Listening, waiver: Waiver, at: Instant): EventChange[] => {
  const data = { ...viewOf(waiver), approvedBy: waiver.approvedBy ?? '' };
  return emitEvent(organization, {
    type: 'waiver.expired',
    cause: waiver.waiverId,
    at,
    data,
    about: aboutOf(waiver),
  });
};
