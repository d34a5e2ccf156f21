import type { SourceChange } from '../start/replace-modules.ts';
import { moneyBugs } from './money-bugs.ts';

/** A plausible bug: a change of the text of one module of the service; of more than one where each guards alone. */
export interface SeededBug extends SourceChange {
  name: string;
  /** The other guards that have to be gone for it to show. */
  also?: readonly SourceChange[];
  /** The invariant that it breaks first, whose name the simulation has to tell. */
  breaks: string;
  /** Faults in whose wake it shows, as `--at` takes them; those by chance are rarely so many at once. */
  at?: string;
  /** Another world than the usual one, where it takes one to show. */
  world?: Readonly<Record<string, number | string | boolean>>;
}

/** A day in which each kind of organization does everything, for what is rarely done. */
export const dayOfEverything = { days: 1, organizations: 7, acts: 20, 'every-act': true } as const;

/** The first calls of functions end their processes, and nobody is told of executions that end so. */
export const lostExecutions = (functions: readonly string[]): string =>
  Array.from({ length: 30 }, (_none, index) =>
    [
      ...functions.map((name) => `${name}:${index + 1}:crash_before`),
      `on-execution-ended:${index + 1}:lost`,
    ].join(','),
  ).join(',');

/** Every so manyth call of a function ends its process: it makes so few calls that chance may spare all that count. */
const brokenOff = (name: string): string =>
  Array.from({ length: 600 }, (_none, index) => `${name}:${23 * (index + 1)}:crash_after`).join(',');

/** Bugs of scans: ends, sweeps and the queue. */
const ofScans: readonly SeededBug[] = [
  {
    name: 'an end of a scan that has ended',
    breaks: 'terminal',
    file: 'lib/domain/scans/active-scan.ts',
    find: "    { field: 'status', is: 'oneOf', value: activeStatuses },\n    { field: 'unitsVersion', is: 'equal', value: scan.unitsVersion },",
    replace: "    { field: 'unitsVersion', is: 'present' },",
  },
  {
    name: 'a scan that no sweep finds',
    breaks: 'liveness',
    file: 'lib/domain/scans/plan-scan.ts',
    find: "    dueQueue: queueShard('scan', scanId),\n",
    replace: '',
  },
  {
    name: 'a scan whose deadline is days late',
    breaks: 'liveness',
    file: 'lib/domain/scans/plan-scan.ts',
    find: 'dueAt: addMs(now, deadlines.startMs),',
    replace: 'dueAt: addMs(now, deadlines.startMs * 10_000),',
  },
  {
    name: 'a sweep that leaves scans that run too long',
    breaks: 'liveness',
    file: 'lib/app/scans/sweep-scans.ts',
    find: 'if (wasActive && now.toISOString() < givenUpAt(scan)) {',
    replace: 'if (wasActive && now.toISOString() >= givenUpAt(scan)) return;\n  if (wasActive) {',
    at: lostExecutions(['finish-scan', 'scan-small-units']),
  },
  {
    name: 'a scan that stays in the due queue when it ends',
    breaks: 'liveness',
    file: 'lib/domain/scans/end-scan.ts',
    find: "...(later.length === 0 && { unset: ['dueQueue', 'dueAt'] })",
    replace: '',
  },
  {
    name: 'an end that keeps the units as they were',
    breaks: 'terminal',
    file: 'lib/domain/scans/end-scan.ts',
    find: '    ...conclusion,\n    ...checkOf(scan, outcome),',
    replace: '    ...conclusion,\n    units: scan.units,\n    ...checkOf(scan, outcome),',
  },
  {
    name: 'refunds for the units before the end',
    breaks: 'money',
    file: 'lib/domain/scans/end-scan.ts',
    find: 'const refunds = decideCreditRefunds({ ...scan, units: conclusion.units });',
    replace: 'const refunds = decideCreditRefunds(scan);',
  },
  {
    name: 'a second scan for an equal request at the same instant',
    breaks: 'idempotency',
    file: 'lib/domain/scans/dedup.ts',
    find: "        : [{ field: 'expiresAt', is: 'atMost', value: now }],\n      onConflict",
    replace: "        : [{ field: 'expiresAt', is: 'present' }],\n      onConflict",
  },
];

/** Bugs of identity and of tenants. */
const ofIdentity: readonly SeededBug[] = [
  {
    name: 'a credential that is never looked up',
    breaks: 'credential',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'if (!organization || !limits || !isLive(facts)) return undefined;',
    replace: 'if (!organization || !limits) return undefined;',
  },
  {
    name: 'a token that outlives its member',
    breaks: 'credential',
    file: 'lib/domain/identity/tokens.ts',
    find: '  member.removedAt === undefined &&\n',
    replace: '',
  },
  {
    name: 'a token that outlives its revocation',
    breaks: 'credential',
    file: 'lib/domain/identity/tokens.ts',
    find: '  isCurrentToken(token, now) &&\n  member !== undefined &&',
    replace: '  member !== undefined &&',
  },
  {
    name: 'an authorizer that reads stale records',
    breaks: 'credential',
    file: 'lib/app/identity/authenticate.ts',
    find: 'const consistent = { consistent: true } as const;',
    replace: 'const consistent = { consistent: false } as const;',
  },
  {
    name: 'a member who is removed on paper only',
    breaks: 'credential',
    file: 'lib/domain/identity/members.ts',
    find: "set: { removedAt: now, ...(erasesAddress && { email: '' }) },",
    replace: "set: { ...(erasesAddress && { email: '' }) },",
  },
];

/** Bugs of events and mails. */
const ofEvents: readonly SeededBug[] = [
  {
    name: 'an event that no sweep finds',
    breaks: 'liveness',
    file: 'lib/domain/events/emit-event.ts',
    find: "    dueQueue: queueShard('storedEvent', eventId),\n",
    replace: '',
  },
  {
    name: 'a sweep that leaves events to others for a day',
    breaks: 'liveness',
    file: 'lib/app/delivery/sweep-events.ts',
    find: 'const ownFanOutMs = 10_000;',
    replace: 'const ownFanOutMs = 86_400_000;',
  },
  {
    name: 'a fan-out that forgets the event',
    breaks: 'liveness',
    file: 'lib/domain/delivery/fan-out.ts',
    find: "? { unset: ['dueQueue', 'dueAt', 'fannedOutThrough'], ...(unlisted && { set: { unlisted } }) }",
    replace: "? { unset: ['fannedOutThrough'], ...(unlisted && { set: { unlisted } }) }",
  },
  {
    name: 'a sequence that is given twice',
    breaks: 'liveness',
    file: 'lib/domain/delivery/fan-out.ts',
    find: 'add: { nextSequence: 1, waiting: 1, arrivals: 1 },',
    replace: 'add: { waiting: 1, arrivals: 1 },',
  },
  {
    name: 'a subscriber that is never due',
    breaks: 'event',
    file: 'lib/domain/delivery/fan-out.ts',
    find: '  if (dueAt === undefined) return now;\n',
    replace: '  if (dueAt === undefined) return dueAt;\n',
  },
  {
    name: 'a mail that is sent again and again',
    breaks: 'liveness',
    file: 'lib/domain/mail/outbox.ts',
    find: "  set: { sentAt: now },\n  unset: ['dueQueue', 'dueAt'],\n});",
    replace: '  set: { sentAt: now },\n});',
  },
  {
    name: 'a mail that is tried again after hours',
    breaks: 'liveness',
    file: 'lib/domain/mail/outbox.ts',
    find: 'const firstDelayMs = minuteMs;',
    replace: 'const firstDelayMs = minuteMs * 500_000;',
    at: brokenOff('send-due-mails'),
  },
];

/** Bugs that the simulation must find. */
export const seededBugs: readonly SeededBug[] = [...moneyBugs, ...ofScans, ...ofIdentity, ...ofEvents];
