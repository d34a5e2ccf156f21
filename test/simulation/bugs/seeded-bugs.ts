import type { SourceChange } from '../start/replace-modules.ts';

/** A plausible bug: a change of the text of one module of the service. */
export interface SeededBug extends SourceChange {
  name: string;
  /** Faults in whose wake it shows, as `--at` takes them; those by chance are rarely so many at once. */
  at?: string;
  /** Another world than the usual one, where it takes one to show. */
  world?: Readonly<Record<string, number>>;
}

/** The first calls of functions end their processes, and nobody is told of executions that end so. */
const lostExecutions = (functions: readonly string[]): string =>
  Array.from({ length: 30 }, (_none, index) =>
    [
      ...functions.map((name) => `${name}:${index + 1}:crash_before`),
      `on-execution-ended:${index + 1}:lost`,
    ].join(','),
  ).join(',');

/** Bugs of money: debits, refunds, refills, packs and recharges. */
/** Every so manyth call of a function ends its process: it makes so few calls that chance may spare all that count. */
const brokenOff = (name: string): string =>
  Array.from({ length: 600 }, (_none, index) => `${name}:${23 * (index + 1)}:crash_after`).join(',');

const ofMoney: readonly SeededBug[] = [
  {
    name: 'a debit without its floor',
    file: 'lib/domain/credits/charge-scan.ts',
    find: 'floor: { available: total[pool] },',
    replace: '',
  },
  {
    name: 'a debit that is not counted as consumed',
    file: 'lib/domain/credits/charge-scan.ts',
    find: 'add: { available: -total[pool], consumed: total[pool] },',
    replace: 'add: { available: -total[pool] },',
  },
  {
    name: 'a debit whose entry has the wrong sign',
    file: 'lib/domain/credits/charge-scan.ts',
    find: 'amount: -(unit.charge[pool] ?? 0),',
    replace: 'amount: unit.charge[pool] ?? 0,',
  },
  {
    name: 'entries without the debit of the pool',
    file: 'lib/domain/credits/charge-scan.ts',
    find: '...debits(scan.billingAccountId, {',
    replace: '...Array.from({',
  },
  {
    name: 'a debit without its entries',
    file: 'lib/domain/credits/charge-scan.ts',
    find: '...consumeEntries(scan, units, now),',
    replace: '',
  },
  {
    name: 'the key of a refund without its unit',
    file: 'lib/domain/credits/book-credit-refunds.ts',
    find: 'cause: `refund#${scan.scanId}#${unit.projectUnitId}`,',
    replace: 'cause: `refund#${scan.scanId}`,',
  },
  {
    name: 'a refund of one credit too many',
    file: 'lib/domain/credits/book-credit-refunds.ts',
    find: 'amount: unit.charge[pool] ?? 0,',
    replace: 'amount: (unit.charge[pool] ?? 0) + 1,',
  },
  {
    name: 'a refund that leaves the credits consumed',
    file: 'lib/domain/credits/book-credit-refunds.ts',
    find: '...(present > 0 && { consumed: -restored }),',
    replace: '',
  },
  {
    name: 'a refund to the pool without an entry',
    file: 'lib/domain/credits/book-credit-refunds.ts',
    find: '      ...entries,\n      ...expiryEntries',
    replace: '      ...expiryEntries',
  },
  {
    name: 'no refund for a cancelled scan',
    file: 'lib/domain/credits/decide-credit-refunds.ts',
    find: "if (unit.status === 'cancelled') return 'scan_cancelled_refund';",
    replace: "if (unit.status === 'cancelled') return undefined;",
  },
  {
    name: 'no refund for a failed unit',
    file: 'lib/domain/credits/decide-credit-refunds.ts',
    find: "if (unit.status !== 'completed') return 'scan_failure_refund';",
    replace: "if (unit.status !== 'completed') return undefined;",
  },
  {
    name: 'a refund for every completed unit',
    file: 'lib/domain/credits/decide-credit-refunds.ts',
    find: "return unit.reusedFrom !== undefined && !isBaseScanned ? 'unchanged_unit_refund' : undefined;",
    replace: "return 'unchanged_unit_refund';",
  },
  {
    name: 'a refill that leaves what was consumed',
    file: 'lib/domain/credits/refill/refill-pool.ts',
    find: '      purchased,\n      consumed: 0,\n      ...periodFields(next),',
    replace: '      purchased,\n      ...periodFields(next),',
  },
  {
    name: 'a refill that adds instead of resetting',
    file: 'lib/domain/credits/refill/refill-pool.ts',
    find: 'available: purchased + promotionalCredits(promotional) + included,',
    replace: 'available: pool.available + included,',
  },
  {
    name: 'a refill that forgets what expires',
    file: 'lib/domain/credits/refill/refill-pool.ts',
    find: 'const unused = pool.available - purchased - promotionalCredits(promotional);',
    replace: 'const unused = 0;',
  },
  {
    name: 'a license that counts twice',
    file: 'lib/domain/licenses/claim-license.ts',
    find: 'add: { used: 1 },',
    replace: 'add: { used: 2 },',
  },
  {
    name: 'a pack that is granted by its invoice',
    file: 'lib/app/payments/apply-checkout.ts',
    find: 'cause: `pack#${sessionId}`',
    replace: 'cause: `pack#${invoiceId}`',
  },
  {
    name: 'a pack that is paid and never granted',
    file: 'lib/app/payments/apply-checkout.ts',
    find: "if (session.status !== 'complete' || !session.paid || !isPack(pack)) return [];",
    replace: "if (session.status !== 'expired' || !session.paid || !isPack(pack)) return [];",
  },
  {
    name: 'a recharge that drafts an invoice at each try',
    file: 'lib/adapters/stripe/credit-pack-invoices.ts',
    find: '{ idempotencyKey: `${key}:invoice` },',
    replace: '{ idempotencyKey: `${key}:invoice:${Math.random()}` },',
  },
  {
    name: 'a recharge that is never charged',
    file: 'lib/app/auto-recharge/recharge-pool.ts',
    find: "if (finalized.status === 'paid') return { outcome: 'paid' };",
    replace: "if (finalized.status === 'open') return { outcome: 'paid' };",
  },
];

/** Bugs of scans: ends, sweeps and the queue. */
const ofScans: readonly SeededBug[] = [
  {
    name: 'an end of a scan that has ended',
    file: 'lib/domain/scans/active-scan.ts',
    find: "    { field: 'status', is: 'oneOf', value: activeStatuses },\n    { field: 'unitsVersion', is: 'equal', value: scan.unitsVersion },",
    replace: "    { field: 'unitsVersion', is: 'present' },",
  },
  {
    name: 'a scan that no sweep finds',
    file: 'lib/domain/scans/plan-scan.ts',
    find: "    dueQueue: queueShard('scan', scanId),\n",
    replace: '',
  },
  {
    name: 'a scan whose deadline is days late',
    file: 'lib/domain/scans/plan-scan.ts',
    find: 'dueAt: addMs(now, deadlines.startMs),',
    replace: 'dueAt: addMs(now, deadlines.startMs * 10_000),',
  },
  {
    name: 'a sweep that leaves scans that run too long',
    file: 'lib/app/scans/sweep-scans.ts',
    find: 'if (wasActive && !isOverdue(scan, now)) {',
    replace: 'if (wasActive && isOverdue(scan, now)) return;\n  if (wasActive) {',
    at: lostExecutions(['finish-scan', 'scan-small-units']),
  },
  {
    name: 'a scan that stays in the due queue when it ends',
    file: 'lib/domain/scans/end-scan.ts',
    find: "...(later.length === 0 && { unset: ['dueQueue', 'dueAt'] })",
    replace: '',
  },
  {
    name: 'an end that keeps the units as they were',
    file: 'lib/domain/scans/end-scan.ts',
    find: '    ...conclusion,\n    ...checkOf(scan, outcome),',
    replace: '    ...conclusion,\n    units: scan.units,\n    ...checkOf(scan, outcome),',
  },
  {
    name: 'refunds for the units before the end',
    file: 'lib/domain/scans/end-scan.ts',
    find: 'const refunds = decideCreditRefunds({ ...scan, units: conclusion.units });',
    replace: 'const refunds = decideCreditRefunds(scan);',
  },
  {
    name: 'a second scan for an equal request at the same instant',
    file: 'lib/domain/scans/dedup.ts',
    find: "        : [{ field: 'expiresAt', is: 'atMost', value: now }],\n      onConflict",
    replace: "        : [{ field: 'expiresAt', is: 'present' }],\n      onConflict",
  },
];

/** Bugs of identity and of tenants. */
const ofIdentity: readonly SeededBug[] = [
  {
    name: 'a credential that is never looked up',
    file: 'lib/domain/identity/live-credential.ts',
    find: 'if (!organization || !limits || !isLive(facts)) return undefined;',
    replace: 'if (!organization || !limits) return undefined;',
  },
  {
    name: 'a token that outlives its member',
    file: 'lib/domain/identity/tokens.ts',
    find: '  member.removedAt === undefined &&\n',
    replace: '',
  },
  {
    name: 'a token that outlives its revocation',
    file: 'lib/domain/identity/tokens.ts',
    find: '  isCurrentToken(token, now) &&\n  member !== undefined &&',
    replace: '  member !== undefined &&',
  },
  {
    name: 'an authorizer that reads stale records',
    file: 'lib/app/identity/authenticate.ts',
    find: 'const consistent = { consistent: true } as const;',
    replace: 'const consistent = { consistent: false } as const;',
  },
  {
    name: 'a member who is removed on paper only',
    file: 'lib/domain/identity/members.ts',
    find: "set: { removedAt: now, ...(erasesAddress && { email: '' }) },",
    replace: "set: { ...(erasesAddress && { email: '' }) },",
  },
];

/** Bugs of events and mails. */
const ofEvents: readonly SeededBug[] = [
  {
    name: 'an event that no sweep finds',
    file: 'lib/domain/events/emit-event.ts',
    find: "    dueQueue: queueShard('storedEvent', eventId),\n",
    replace: '',
  },
  {
    name: 'a sweep that leaves events to others for a day',
    file: 'lib/app/delivery/sweep-events.ts',
    find: 'const ownFanOutMs = 10_000;',
    replace: 'const ownFanOutMs = 86_400_000;',
  },
  {
    name: 'a fan-out that forgets the event',
    file: 'lib/domain/delivery/fan-out.ts',
    find: "? { unset: ['dueQueue', 'dueAt', 'fannedOutThrough'], ...(unlisted && { set: { unlisted } }) }",
    replace: "? { unset: ['fannedOutThrough'], ...(unlisted && { set: { unlisted } }) }",
  },
  {
    name: 'a sequence that is given twice',
    file: 'lib/domain/delivery/fan-out.ts',
    find: 'add: { nextSequence: 1, waiting: 1, arrivals: 1 },',
    replace: 'add: { waiting: 1, arrivals: 1 },',
  },
  {
    name: 'a subscriber that is never due',
    file: 'lib/domain/delivery/fan-out.ts',
    find: '  if (dueAt === undefined) return now;\n',
    replace: '  if (dueAt === undefined) return dueAt;\n',
  },
  {
    name: 'a mail that is sent again and again',
    file: 'lib/domain/mail/outbox.ts',
    find: "  set: { sentAt: now },\n  unset: ['dueQueue', 'dueAt'],\n});",
    replace: '  set: { sentAt: now },\n});',
  },
  {
    name: 'a mail that is tried again after hours',
    file: 'lib/domain/mail/outbox.ts',
    find: 'const firstDelayMs = minuteMs;',
    replace: 'const firstDelayMs = minuteMs * 500_000;',
    at: brokenOff('send-due-mails'),
  },
];

/** Bugs that the simulation must find. */
export const seededBugs: readonly SeededBug[] = [...ofMoney, ...ofScans, ...ofIdentity, ...ofEvents];
