import { expect, test } from 'vitest';
import type { Answered } from '#test/simulation/actors/api.ts';
import type { Organization } from '#test/simulation/actors/organization.ts';
import { AnswerWatch } from './answer-watch.ts';
import { numberedOrganization } from './numbered-organization.ts';
import { Ownership } from './ownership.ts';

const payer = numberedOrganization(1);
const client = numberedOrganization(2, payer.organizationId);
const sibling = numberedOrganization(3, payer.organizationId);
const stranger = numberedOrganization(4);
const all = [payer, client, sibling, stranger];
const scanOf = ({ organizationId }: Organization): string => organizationId.replace('-1111-', '-2222-');
const unitOf = ({ organizationId }: Organization): string => organizationId.replace('-1111-', '-3333-');
const rechargeOf = ({ organizationId }: Organization): string => organizationId.replace('-1111-', '-4444-');
const adjustmentOf = ({ organizationId }: Organization): string => organizationId.replace('-1111-', '-5555-');
const secretOf = ({ taint }: Organization): string => `sgs_${taint.padEnd(36, '0')}`;

const row = (item: Record<string, unknown>) => ({ table: 'Core', before: undefined, after: item });

const openWatch = () => {
  const ownership = new Ownership(all);
  for (const organization of all) {
    const pk = `ORG#${organization.organizationId}`;
    ownership.onCommit([
      row({ pk, sk: 'ORG' }),
      row({ pk, sk: `SCAN#${scanOf(organization)}` }),
      row({ pk: `ACCOUNT#${organization.organizationId}#core`, sk: `recharge#${rechargeOf(organization)}` }),
      row({ pk, sk: `REPO#${unitOf(organization)}#`, units: [{ projectUnitId: unitOf(organization) }] }),
    ]);
    // What an operator adjusted is answered once, by a row of the organization in the same commit.
    ownership.onCommit([
      row({ pk, sk: `IDEM#adjust-credits#${adjustmentOf(organization)}` }),
      row({ pk: `ACCOUNT#${organization.organizationId}#core`, sk: `adjust#${adjustmentOf(organization)}` }),
    ]);
  }
  const told: string[] = [];
  const ownerOf = (secret: string) => all.find((one) => secretOf(one) === secret);
  const watch = new AnswerWatch({
    ownership,
    ownerOf,
    report: (invariant, what) => told.push(`${invariant}: ${what}`),
  });
  const look = (caller: Organization, given: Partial<Answered> & { text?: string }): string[] => {
    const { text = '', endpoint = 'get-scan', call = {} } = given;
    const answer = { status: 200, text, body: {}, ...given.answer };
    watch.check({ endpoint, secret: secretOf(caller), call, beganAt: 0, ...given, answer });
    return told.splice(0);
  };
  return { ownership, look };
};

test('an answer with ids, names and commits of its own organization breaks nothing', () => {
  const { ownership, look } = openWatch();
  ownership.note('c'.repeat(40), client.organizationId);
  const text = JSON.stringify([
    client.taint,
    client.organizationId,
    scanOf(client),
    unitOf(client),
    'c'.repeat(40),
  ]);
  expect(look(client, { text })).toEqual([]);
});

test.each([
  ['its name', stranger.taint],
  ['its name in capitals', stranger.taint.toUpperCase()],
  ['its id', stranger.organizationId],
  ['the id of a scan', scanOf(stranger)],
  ['the id of a unit', unitOf(stranger)],
  ['a commit', 'd'.repeat(40)],
])('an answer with %s of another organization is reported', (_what, trace) => {
  const { ownership, look } = openWatch();
  ownership.note('d'.repeat(40), stranger.organizationId);
  expect(look(client, { text: `{"x":"${trace}"}` })).toEqual([
    expect.stringMatching(/^tenant: get-scan tells taint2x of taint4x: /),
  ]);
});

test('a header of an answer is read as well', () => {
  const headers = { Location: `/v1/scans/${scanOf(stranger)}` };
  const answer = { status: 201, headers, text: '', body: {} };
  expect(openWatch().look(client, { answer })).toEqual([expect.stringContaining('tells taint2x of taint4x')]);
});

test('a secret belongs to whoever was told it first, also where no credential asked for it', () => {
  const { look } = openWatch();
  const token = `sgw_${'a'.repeat(36)}`;
  const call = { body: { organizationId: client.organizationId } };
  expect(look(client, { endpoint: 'exchange-token', secret: '', call, text: token })).toEqual([]);
  expect(look(client, { text: token })).toEqual([]);
  expect(look(stranger, { text: token })).toEqual([expect.stringContaining('tells taint4x of taint2x')]);
  const foreign = { secret: '', call: { body: { organizationId: stranger.organizationId } }, text: token };
  expect(look(client, foreign)).toEqual([expect.stringContaining('tells taint4x of taint2x')]);
});

test.each([
  ['a payer', 'the rows of its client', payer, 'list-ledger', scanOf(client), true],
  ['a payer', 'a scan of its client', payer, 'get-scan', scanOf(client), false],
  ['a payer', 'the name of its client', payer, 'list-budgets', client.taint, true],
  ['a payer', 'the name of its client', payer, 'list-members', client.taint, false],
  ['a payer', 'a scan of its client', payer, 'an auditor pack', scanOf(client), true],
  ['a payer', 'the name of its client', payer, 'an auditor pack', client.taint, false],
  ['a client', 'a scan of its payer', client, 'an auditor pack', scanOf(payer), false],
  ['a client', 'the id of its payer', client, 'get-organization', payer.organizationId, true],
  ['a client', 'the name of its payer', client, 'get-organization', payer.taint, false],
  ['a client', 'a scan of its payer', client, 'list-ledger', scanOf(payer), false],
  ['a client', 'a recharge of its payer', client, 'list-ledger', rechargeOf(payer), true],
  ['a client', 'an adjustment of its payer', client, 'export-ledger', adjustmentOf(payer), true],
  ['a client', 'a recharge of its payer', client, 'list-events', rechargeOf(payer), false],
  ['a client', 'a recharge of its sibling', client, 'list-ledger', rechargeOf(sibling), false],
  ['a client', 'the id of its sibling', client, 'list-ledger', sibling.organizationId, true],
  ['a client', 'a scan of its sibling', client, 'list-ledger', scanOf(sibling), false],
  ['a client', 'the id of its sibling', client, 'list-scans', sibling.organizationId, false],
] as const)('%s reads %s: by %4$s %5$s', (_who, _what, caller, endpoint, text, isAllowed) => {
  expect(openWatch().look(caller, { endpoint, text })).toHaveLength(isAllowed ? 0 : 1);
});

test('whoever names something of another organization may hear the name again, and is not served', () => {
  const { look } = openWatch();
  const call = { params: { scanId: scanOf(stranger) } };
  const refused = { status: 404, text: `no scan ${scanOf(stranger)}`, body: {} };
  expect(look(client, { call, answer: refused })).toEqual([]);
  expect(look(client, { call })).toEqual([expect.stringContaining('lets taint2x have what taint4x has')]);
  const inBody = { body: { repositoryId: scanOf(stranger) } };
  expect(look(client, { call: inBody })).toHaveLength(1);
  const budget = { params: { organizationId: client.organizationId } };
  expect(look(payer, { endpoint: 'set-budget', call: budget })).toEqual([]);
  expect(look(stranger, { endpoint: 'set-budget', call: budget })).toHaveLength(1);
});
