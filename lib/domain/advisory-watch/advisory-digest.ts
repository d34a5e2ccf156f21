import type { Change } from '../record-changes.ts';
import { dayOf, addMs, dayMs, hourMs } from '../instant.ts';
import { enqueueMail } from '../mail/notifications.ts';
import type { AuditEvent, Instant, Mail } from '../records.ts';

/** When the digest of a day is sent: at 06:00 UTC of the next day. */
const digestDelayMs = dayMs + 6 * hourMs;

const startOf = (day: string): Instant => `${day}T00:00:00.000Z`;

/** Enqueues the digest of the day, once: its content is read when it is sent. */
export const enqueueDigest = (organizationId: string, at: Instant): Change<'mail'> => {
  const day = dayOf(at);
  const change = enqueueMail(organizationId, { kind: 'advisory_digest', cause: day, facts: { day } }, at);
  if (change.change !== 'insert') return change;
  return { ...change, item: { ...change.item, dueAt: addMs(startOf(day), digestDelayMs) } as Mail };
};

/** The instants between which the events of a digest lie. */
export const digestSpan = ({ facts }: Pick<Mail, 'facts'>): { from: Instant; before: Instant } => {
  const from = startOf(String(facts['day']));
  return { from, before: addMs(from, dayMs) };
};

/** The limit of lines in a digest. */
const maxLines = 20;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

const placeOf = ({ repository, path }: Record<string, unknown>): string =>
  textOf(path) === '' ? textOf(repository) : `${textOf(repository)} (${textOf(path)})`;

const linesOf = ({ action, after = {} }: AuditEvent): string[] => {
  if (action === 'finding.introduced')
    return listOf(after['findings']).map(
      ({ severity, title }) => `${placeOf(after)}: new finding, ${textOf(severity)}: ${textOf(title)}`,
    );
  return listOf(after['packages']).map(
    ({ purl, advisories }) =>
      `${placeOf(after)}: ${(Array.isArray(advisories) ? advisories : []).join(', ')} affects ${textOf(purl)}`,
  );
};

/**
 * Makes the values of a digest from the events of its day.
 * @returns undefined when nothing happened.
 */
export const digestFacts = (
  { facts }: Pick<Mail, 'facts'>,
  events: readonly AuditEvent[],
): Mail['facts'] | undefined => {
  const told = events.filter(
    ({ action }) => action === 'advisory.matched' || action === 'finding.introduced',
  );
  if (told.length === 0) return undefined;
  const introduced = told.filter(({ action }) => action === 'finding.introduced');
  // What is new comes first.
  const lines = [...introduced, ...told.filter((event) => !introduced.includes(event))].flatMap(linesOf);
  return {
    ...facts,
    findings: introduced.reduce((sum, { after }) => sum + numberOf(after?.['total']), 0),
    units: new Set(told.map(({ after }) => textOf(after?.['projectUnitId']))).size,
    more: Math.max(0, lines.length - maxLines),
    ...Object.fromEntries(lines.slice(0, maxLines).map((line, index) => [`line${index}`, line])),
  };
};
