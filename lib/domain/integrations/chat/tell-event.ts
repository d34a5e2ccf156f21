import type * as z from 'zod';
import { catalog, type EventData } from '@scangate/domain/events/catalog';
import type { DisablingCause, StoredEvent } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';
import { oneLine } from '@scangate/domain/reports/safe-text';
import type { ChatMessage } from './chat-message.ts';
import { tellAffected, tellFixed, tellIntroduced, tellMatched } from './tell-findings.ts';
import { nameOf, tellCancelledScan, tellScan, tellPullRequestCheck } from './tell-scans.ts';
import type { ToldEvent } from './told-event.ts';

type Waiver = EventData<'waiver.requested'>;

const tellWaiver = (title: string, { match, expiresAt }: Waiver): ToldEvent => ({
  title,
  lines: [
    `It covers ${Object.entries(match)
      .map(([name, value]) => `${name} ${oneLine(value ?? '', 120)}`)
      .join(', ')}, until ${expiresAt}.`,
  ],
});

const tellCredits = ({ pool, state, available, included, periodEndsAt }: EventData<'credits.low'>) => ({
  title: state === 'empty' ? `The ${pool} credits are used up` : `The ${pool} credits run low`,
  lines: [`${available} left, ${included} included until ${periodEndsAt}.`],
});

const disabledBecause: Record<DisablingCause, string> = {
  person: 'somebody turned it off',
  gone: 'its receiver answered that it is gone',
  failing: 'no delivery has succeeded',
  credential_refused: 'its credential was refused',
};

/** The texts of the events that have more to say than their sentence in the catalog. */
const told: { [T in EventType]?: (data: EventData<T>) => ToldEvent } = {
  'scan.completed': tellScan,
  'scan.failed': tellScan,
  'scan.cancelled': tellCancelledScan,
  'pull_request_check.completed': tellPullRequestCheck,
  'finding.introduced': tellIntroduced,
  'finding.fixed': tellFixed,
  'advisory.matched': tellMatched,
  'bundle.affected': tellAffected,
  'credits.low': tellCredits,
  'waiver.requested': (data) => tellWaiver('Somebody requested a waiver', data),
  'waiver.approved': (data) => tellWaiver('A waiver is in force', data),
  'waiver.expiring': (data) =>
    tellWaiver(`A waiver expires within ${data.days === 1 ? 'a day' : `${data.days} days`}`, data),
  'waiver.expired': (data) => tellWaiver('A waiver has expired', data),
  'repository.connected': (data) => ({ title: `${nameOf(data)} was connected`, lines: [] }),
  'repository.disconnected': (data) => ({ title: `${nameOf(data)} was disconnected`, lines: [] }),
  'plan.changed': ({ plan, previousPlan }) => ({
    title: `The plan is ${plan}, after ${previousPlan}`,
    lines: [],
  }),
  'webhook.disabled': ({ webhookId, cause, failingSince }) => ({
    title: 'A webhook was disabled',
    lines: [
      `Webhook ${oneLine(webhookId, 60)}: ${disabledBecause[cause]}${
        failingSince === undefined ? '' : `, since ${failingSince.slice(0, 10)}`
      }. It gets nothing until somebody enables it again.`,
    ],
  }),
  'bundle.released': ({ name, version, verdict }) => ({
    title: `${verdict}: ${oneLine(name, 120)} ${oneLine(version, 60)} was released`,
    lines: [],
  }),
};

/** Says what happened. Data that the catalog does not know any more is told by the sentence of its type. */
export const tellEvent = ({ type, data }: Pick<StoredEvent, 'type' | 'data'>): ToldEvent => {
  const spec: { schema: z.ZodType; text: string } = catalog[type];
  const parsed = spec.schema.safeParse(data);
  const tell = told[type] as ((data: unknown) => ToldEvent) | undefined;
  return parsed.success && tell ? tell(parsed.data) : { title: spec.text.replace(/\.$/, ''), lines: [] };
};

/** The address of what an event tells of. Only paths of the service itself become links. */
const linkOf = ({ data }: Pick<StoredEvent, 'data'>, publicUrl: string | undefined): ChatMessage['link'] => {
  if (publicUrl === undefined) return undefined;
  const { link, scanId } = data;
  const ofScan = typeof scanId === 'string' ? `/v1/scans/${encodeURIComponent(scanId)}` : '/console/';
  const path = typeof link === 'string' && /^\/[\w/.~%?=&-]{1,300}$/.test(link) ? link : ofScan;
  return { text: 'Open in Scangate', url: `${publicUrl}${path}` };
};

/** The message of one event. */
export const messageOf = (
  event: Pick<StoredEvent, 'type' | 'data'>,
  publicUrl: string | undefined,
): ChatMessage => {
  const link = linkOf(event, publicUrl);
  return { ...tellEvent(event), ...(link && { link }) };
};
