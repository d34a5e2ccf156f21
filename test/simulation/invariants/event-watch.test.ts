import { hourMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { EventWatch } from './event-watch.ts';

const table = 'Core';
const pk = 'ORG#1';
const fixedRow = { pk, sk: 'TRACKED#unit#print', state: 'fixed' };
const told = (type: string, fingerprint: string) => ({
  pk,
  sk: 'EVENT#at#id',
  type,
  data: { findings: [{ projectUnitId: 'unit', fingerprint }] },
});

test.each([
  ['finding.fixed', 'print', []],
  ['finding.fixed', 'another', ['finding.fixed of ORG#1 tells of no change']],
  ['finding.introduced', 'print', ['finding.introduced of ORG#1 tells of no change']],
])('%s of %s, reported after its change, is detected as %j', (type, fingerprint, expected) => {
  const reported: string[] = [];
  const watch = new EventWatch((_invariant, what) => void reported.push(what));
  watch.onCommit([{ table, before: { ...fixedRow, state: 'open' }, after: fixedRow }], 0);
  watch.onCommit([{ table, before: undefined, after: told(type, fingerprint) }], 1);
  expect(reported).toEqual(expected);
});

const listening = { pk, sk: 'ORG', listens: ['*'] };
const account = { pk: 'ACCOUNT#1', sk: 'ACCOUNT', plan: 'Free', unpaidInvoices: [] };

test.each([
  ['waiver.approved', { pk, sk: 'WAIVER#1', status: 'requested' }, { status: 'approved' }],
  ['scan.failed', { pk, sk: 'SCAN#1', status: 'running' }, { status: 'failed' }],
  ['plan.changed', account, { plan: 'Team' }],
  ['payment.failed', account, { unpaidInvoices: [{}] }],
  ['repository.disconnected', { pk, sk: 'REPO#1' }, { disconnectedAt: 'now' }],
  ['gate.changed', listening, { policyDigest: 'other' }],
  ['credits.low', { pk: 'ACCOUNT#1', sk: 'POOL#core' }, { toldLowIn: 'period' }],
  ['invoice.paid', { pk: 'ACCOUNT#1', sk: 'INVOICE#at#1', status: 'open' }, { status: 'paid' }],
  ['history_scan.ended', { pk, sk: 'HISTORY#1', status: 'running' }, { status: 'failed' }],
  ['auditor_pack.ready', { pk, sk: 'PACK#1', state: 'running' }, { state: 'ready' }],
  ['waiver.expiring', { pk, sk: 'WAIVERSLOT#1' }, { toldStage: 'week' }],
  ['waiver.expired', { pk, sk: 'WAIVERSLOT#1', toldStage: 'day' }, { toldStage: 'expired' }],
  ['webhook.disabled', { pk, sk: 'SUBSCRIBER#1', kind: 'webhook' }, { disabled: {} }],
  ['token.revoked', { pk: 'hash', organizationId: '1', kind: 'service' }, { revokedAt: 'now' }],
])('a change that needs %s is only told with it', (type, before, set) => {
  const reported: string[] = [];
  const watch = new EventWatch((_invariant, what) => void reported.push(what));
  watch.onCommit([{ table, before: undefined, after: listening }], 0);
  const change = { table, before, after: { ...before, ...set } };
  watch.onCommit([change, { table, before: undefined, after: { pk, sk: 'EVENT#at#id', type } }], hourMs);
  expect(reported).toEqual([]);
  watch.onCommit([change], hourMs);
  expect(reported).toEqual([expect.stringContaining(`nobody is told of ${type}`)]);
});

test.each([
  ['waiver.approved', { sk: 'WAIVER#1', status: 'approved' }, { status: 'withdrawn' }],
  ['member.joined', { sk: 'MEMBER#1' }, { role: 'admin' }],
  ['auditor_pack.ready', { sk: 'AUDIT#1' }, {}],
])('%s that comes with another change tells of none', (type, before, set) => {
  const reported: string[] = [];
  const watch = new EventWatch((_invariant, what) => void reported.push(what));
  const change = { table, before: { pk, ...before }, after: { pk, ...before, ...set } };
  watch.onCommit([change, { table, before: undefined, after: { pk, sk: 'EVENT#at#id', type } }], 0);
  expect(reported).toEqual([`${type} of ORG#1 tells of no change`]);
});
