import { describe, expect, test } from 'vitest';
import {
  decideIssue,
  isWorthIssue,
  nextStep,
  type TicketCase,
} from '@scangate/domain/integrations/tickets/decide-ticket';
import { contentDigest } from '@scangate/domain/integrations/tickets/describe-group';
import { groupFindings } from '@scangate/domain/integrations/tickets/ticket-group';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Ticket } from '@scangate/domain/events/event-records';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { owner, rowOf } from '#test/support/integrations/ticket-world.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const rules = { policy: { ...defaultPolicy, severityThreshold: 'high' as const } };
const groupWith = (fields: Partial<TrackedFinding> = {}) => groupFindings(owner, [rowOf('a', fields)])[0];
const ticketWith = (fields: Partial<Ticket> = {}): Ticket => ({
  ...owner,
  group: '0123456789abcdef',
  repositoryId: 'r-1',
  projectUnitId: 'u-1',
  state: 'open',
  title: 'p1',
  externalId: '1',
  severity: 'high',
  knownExploited: false,
  claimedAt: now.toISOString(),
  changedAt: now.toISOString(),
  version: 1,
  ...fields,
});
const caseOf = (fields: Partial<TicketCase>) => ({
  group: groupWith(),
  ticket: undefined,
  fullName: 'acme/r-1',
  rules,
  ...fields,
});
const unknown: Ticket = (({ externalId: _id, ...rest }) => rest)(ticketWith({ state: 'claimed' }));

describe('a group gets an issue', () => {
  test.each([
    [{ severity: 'high' }, {}, true],
    [{ severity: 'medium' }, {}, false],
    [{ severity: 'medium' }, { minimumSeverity: 'medium' }, true],
    [{ severity: 'unknown' }, {}, true],
    [{ severity: 'low', knownExploited: true }, {}, false],
    [
      { severity: 'low', knownExploited: true },
      { policy: { ...rules.policy, failOn: { knownExploited: true } } },
      true,
    ],
    [{ state: 'waived' }, {}, false],
  ] as const)('%o with %o: %s', (fields, more, expected) => {
    const group = groupWith(fields);
    expect(group && isWorthIssue(group, { ...rules, ...more })).toBe(expected);
  });
});

describe('the next step', () => {
  const digest = contentDigest(groupWith(), 'acme/r-1');
  test.each([
    ['none', { group: undefined }],
    ['claim', {}],
    ['none', { group: groupWith({ severity: 'low' }) }],
    ['none', { ticket: ticketWith({ contentDigest: digest }) }],
    ['compare', { ticket: ticketWith() }],
    ['compare', { ticket: ticketWith({ contentDigest: digest }), group: undefined }],
    ['create', { ticket: unknown }],
    ['release', { ticket: unknown, group: undefined }],
    ['wait', { ticket: { ...unknown, attemptedAt: '2026-03-10T11:59:00.000Z' } }],
    ['look_up', { ticket: { ...unknown, attemptedAt: '2026-03-10T11:58:00.000Z' } }],
  ] as const)('%s: %#', (step, fields) => {
    expect(nextStep(caseOf(fields), now).step).toBe(step);
  });
});

describe('an issue as it is at the tracker', () => {
  const closed = (closedBy: 'service' | 'person') => ticketWith({ state: 'closed', closedBy });
  test.each([
    ['open', ticketWith(), {}, { write: 'open' }],
    ['open', ticketWith(), { state: 'fixed' }, { write: 'closed' }],
    ['open', closed('person'), { state: 'waived' }, { write: 'closed' }],
    ['closed', ticketWith(), {}, { leave: 'person' }],
    ['closed', ticketWith(), { severity: 'critical' }, { write: 'open' }],
    ['closed', closed('person'), { knownExploited: true }, { write: 'open' }],
    ['closed', closed('service'), {}, { write: 'open' }],
    ['closed', closed('service'), { severity: 'low' }, { leave: 'service' }],
    ['closed', closed('service'), { state: 'fixed' }, { leave: 'service' }],
    ['deleted', ticketWith(), {}, { leave: 'person' }],
    ['moved', closed('service'), {}, { leave: 'person' }],
    ['moved', ticketWith(), { severity: 'critical' }, { claim: true }],
    ['deleted', closed('service'), { knownExploited: true }, { claim: true }],
  ] as const)('%s: %#', (actual, ticket, fields, expected) => {
    expect(decideIssue({ ...caseOf({ group: groupWith(fields) }), ticket }, actual)).toEqual(expected);
  });
});
