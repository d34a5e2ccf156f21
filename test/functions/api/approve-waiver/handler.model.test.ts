import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { activeWaivers } from '@scangate/domain/waivers/waiver-slots';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { another, changeGate, create, decide, inDays, renew } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

/** An action that somebody may try. `of` picks one of the existing waivers. */
type Attempt =
  | { act: 'create' | 'vex' | 'weaken' | 'permit'; by: number }
  | { act: 'approve' | 'reject' | 'withdraw' | 'renew'; by: number; of: number };

const attempts = (people: number) =>
  fc.array(
    fc.oneof(
      fc.record({ act: fc.constantFrom('create', 'vex', 'weaken', 'permit'), by: fc.nat(people - 1) }),
      fc.record({
        act: fc.constantFrom('approve', 'reject', 'withdraw', 'renew'),
        by: fc.nat(people - 1),
        of: fc.nat(10),
      }),
    ),
    { maxLength: 15 },
  ) as fc.Arbitrary<Attempt[]>;

const vex = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  statements: [{ vulnerability: 'CVE-1', products: ['pkg:npm/a@1'], status: 'fixed' }],
};

const perform = async (attempt: Attempt, people: readonly Caller[]): Promise<void> => {
  const caller = people[attempt.by];
  if (!caller) throw new Error('there is such a person');
  const { act } = attempt;
  if (act === 'create') await create(caller, { match: { advisory: 'CVE-1' } });
  else if (act === 'vex') await call('import-vex', { caller, body: vex });
  else if (act === 'weaken' || act === 'permit') {
    const body = act === 'weaken' ? { waiverApproval: 'single' } : { neverWaive: [] };
    await call('change-gate', { caller, body, headers: { 'If-Match': '*' } });
  } else {
    const all = world.store.all('waiver');
    const chosen = 'of' in attempt ? attempt.of : 0;
    const waiverId = all[chosen % (all.length || 1)]?.waiverId ?? testIds.uuid();
    if (act === 'renew') await renew(caller, waiverId, { expiresAt: inDays(80) });
    else await decide(`${act}-waiver`, caller, waiverId);
  }
};

const active = () => activeWaivers(world.store.all('waiverSlot'), 'any', noon.toISOString());

const begin = async (): Promise<TestOrganization> => {
  resetWorld();
  const organization = await newOrganization(world.store, { licenses: 50 });
  await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes', neverWaive: ['private-key'] });
  return organization;
};

type Group = (organization: TestOrganization) => Caller[];

/** Neither of these groups may put a waiver in force while the gate requires two people. */
const groups: [name: string, people: Group][] = [
  [
    'members, billing and pipelines',
    (organization) => {
      const [member, owner] = [organization.as('member'), organization.as('owner')];
      const billing = { ...organization.as('billing'), scopes: owner.scopes };
      return [member, another(member), billing, { ...owner, tokenKind: 'service' }];
    },
  ],
  [
    'one owner with several credentials',
    (organization) => {
      const owner = organization.as('owner');
      return [owner, organization.as('owner', 'session'), organization.as('owner', 'service'), owner];
    },
  ],
];

test.each(groups)('no sequence of requests of %s makes a waiver active', async (_name, peopleOf) => {
  await fc.assert(
    fc.asyncProperty(attempts(4), async (sequence) => {
      const organization = await begin();
      const people = peopleOf(organization);
      for (const attempt of sequence) await perform(attempt, people);
      expect(active()).toEqual([]);
      const [gate] = world.store.all('organization');
      const policy = world.store.all('policy').find(({ digest }) => digest === gate?.policyDigest)?.policy;
      expect(policy).toMatchObject({ waiverApproval: 'four_eyes', neverWaive: ['private-key'] });
    }),
    { numRuns: 50 },
  );
});

test('after any sequence only what an owner or admin approved for another person is active', async () => {
  await fc.assert(
    fc.asyncProperty(attempts(4), async (sequence) => {
      const organization = await begin();
      const [member, owner, admin] = (['member', 'owner', 'admin'] as const).map((role) =>
        organization.as(role),
      );
      if (!member || !owner || !admin) throw new Error('everybody is there');
      const people = [member, another(member), owner, admin];
      const gated = sequence.filter(({ act }) => act !== 'weaken' && act !== 'permit');
      for (const attempt of gated) await perform(attempt, people);
      const byId = new Map(world.store.all('waiver').map((waiver) => [waiver.waiverId, waiver]));
      const managers = [owner.personId, admin.personId];
      for (const { waiverId, approvedBy } of active()) {
        const waiver = byId.get(waiverId);
        expect(waiver).toMatchObject({ status: 'approved', approvedBy });
        expect(managers).toContain(approvedBy);
        expect(waiver?.createdBy).not.toBe(approvedBy);
      }
      const live = world.store.all('waiverSlot').filter(({ freeAt }) => freeAt > noon.toISOString());
      for (const { waiverId, waiver } of live) {
        const { dueQueue: _queue, dueAt: _due, ...stored } = byId.get(waiverId) ?? {};
        expect(waiver).toEqual(stored);
      }
      const open = [...byId.values()].filter(({ status }) => status === 'approved' || status === 'requested');
      expect(live.map(({ waiverId }) => waiverId).toSorted()).toEqual(
        open.map(({ waiverId }) => waiverId).toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});
