import type * as z from 'zod';
import { catalog, type EventData } from '@scangate/domain/events/catalog';
import { dayOf } from '@scangate/domain/instant';
import type { DisablingCause, StoredEvent } from '@scangate/domain/events/event-records';
import type { EventType } from '@scangate/domain/events/event-types';
import { consoleUrl } from '@scangate/domain/console-pages';
import { oneLine } from '@scangate/domain/reports/safe-text';
import type { ChatMessage } from './chat-message.ts';
import {
  summarizeAffected,
  summarizeFixed,
  summarizeIntroduced,
  summarizeMatched,
} from './summarize-findings.ts';
import {
  nameOf,
  summarizeCancelledScan,
  summarizeScan,
  summarizePullRequestCheck,
} from './summarize-scans.ts';
import type { EventSummary } from './event-summary.ts';

type Waiver = EventData<'waiver.requested'>;

const summarizeWaiver = (title: string, { match, expiresAt }: Waiver): EventSummary => ({
  title,
  lines: [
    `It covers ${Object.entries(match)
      .map(([name, value]) => `${name} ${oneLine(value ?? '', 120)}`)
      .join(', ')}, until ${expiresAt}.`,
  ],
});

const summarizeCredits = ({ pool, state, available, included, periodEndsAt }: EventData<'credits.low'>) => ({
  title: state === 'empty' ? `The ${pool} credits are used up` : `The ${pool} credits are running low`,
  lines: [`${available} left, ${included} included until ${periodEndsAt}.`],
});

const disabledBecause: Record<DisablingCause, string> = {
  person: 'somebody turned it off',
  gone: 'its receiver answered that it is gone',
  failing: 'no delivery has succeeded',
  credential_refused: 'its credential was refused',
};

/** The summaries of the events that have more to say than their sentence in the catalog. */
const summaries: { [T in EventType]?: (data: EventData<T>) => EventSummary } = {
  'scan.completed': summarizeScan,
  'scan.failed': summarizeScan,
  'scan.cancelled': summarizeCancelledScan,
  'pull_request_check.completed': summarizePullRequestCheck,
  'finding.introduced': summarizeIntroduced,
  'finding.fixed': summarizeFixed,
  'advisory.matched': summarizeMatched,
  'bundle.affected': summarizeAffected,
  'credits.low': summarizeCredits,
  'waiver.requested': (data) => summarizeWaiver('Somebody requested a waiver', data),
  'waiver.approved': (data) => summarizeWaiver('A waiver is active', data),
  'waiver.expiring': (data) =>
    summarizeWaiver(`A waiver expires within ${data.days === 1 ? 'a day' : `${data.days} days`}`, data),
  'waiver.expired': (data) => summarizeWaiver('A waiver has expired', data),
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
        failingSince === undefined ? '' : `, since ${dayOf(failingSince)}`
      }. It gets nothing until somebody enables it again.`,
    ],
  }),
  'bundle.released': ({ name, version, verdict }) => ({
    title: `${verdict}: ${oneLine(name, 120)} ${oneLine(version, 60)} was released`,
    lines: [],
  }),
};

/** Summarizes an event. Data that the catalog no longer describes becomes the sentence of its type. */
export const summarizeEvent = ({ type, data }: Pick<StoredEvent, 'type' | 'data'>): EventSummary => {
  const spec: { schema: z.ZodType; text: string } = catalog[type];
  const parsed = spec.schema.safeParse(data);
  const summarize = summaries[type] as ((data: unknown) => EventSummary) | undefined;
  return parsed.success && summarize
    ? summarize(parsed.data)
    : { title: spec.text.replace(/\.$/, ''), lines: [] };
};

/** The link of a message. People open pages; the paths in events are those of the API, which requires a token. */
export const serviceLink = (publicUrl: string | undefined): Pick<ChatMessage, 'link'> =>
  publicUrl === undefined ? {} : { link: { text: 'Open Scangate', url: consoleUrl(publicUrl, 'home') } };

/** The message of one event. */
export const messageOf = (
  event: Pick<StoredEvent, 'type' | 'data'>,
  publicUrl: string | undefined,
): ChatMessage => ({ ...summarizeEvent(event), ...serviceLink(publicUrl) });
