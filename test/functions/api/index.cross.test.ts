import { beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { needsApi } from '#contract/token-access.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Change } from '@scangate/domain/record-changes';
import { roles, type Role } from '@scangate/domain/identity/roles';
import { tokenKinds, type Caller, type TokenKind } from '@scangate/domain/identity/caller';
import { plans } from '@scangate/domain/plans/plans';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { samples } from '#test/support/api/sample-requests.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

/** Everything about a request that determines who may send it. */
interface Crossing {
  spec: EndpointSpec;
  kind: TokenKind;
  role: Role;
  closing: boolean;
  plan: 'Free' | 'Team' | 'Regulated';
  client: boolean;
}

const isMachine = (kind: TokenKind): boolean => kind === 'service' || kind === 'pipeline';

/** The refusals in the order of the contract; the first that applies is the answer. */
const refusals: readonly [
  applies: (crossing: Crossing) => boolean,
  answer: [status: number, code: string],
][] = [
  [({ kind }) => kind === 'directory', [401, 'unauthenticated']],
  [({ spec, kind }) => spec.session === true && kind !== 'session', [401, 'unauthenticated']],
  [({ spec, kind }) => spec.person === true && isMachine(kind), [403, 'person_required']],
  [({ spec, role }) => !spec.roles.includes(role), [403, 'role_required']],
  [({ spec, kind }) => spec.recent === true && kind !== 'session', [403, 'reauthentication_required']],
  [({ spec, closing }) => closing && !spec.whileClosing, [409, 'conflict']],
  [({ spec, client }) => spec.managedByParent === true && client, [403, 'managed_by_parent']],
  [
    ({ spec, plan }) => spec.capability !== undefined && !plans[plan].capabilities.includes(spec.capability),
    [402, 'entitlement_denied'],
  ],
  [
    ({ spec, kind, plan }) => kind !== 'session' && needsApi(spec) && plan === 'Free',
    [402, 'entitlement_denied'],
  ],
];

const expectedOf = (crossing: Crossing): [number, string] | undefined =>
  refusals.find(([applies]) => applies(crossing))?.[1];

const guarded = (endpoints as readonly EndpointSpec[]).filter(({ access }) => !access);

let own: TestOrganization;
let client: TestOrganization;
beforeEach(async () => {
  resetWorld();
  own = await newOrganization(world.store);
  client = await newOrganization(world.store, { parent: own.organizationId });
});

const callerOf = ({ kind, role, closing, plan, client: isClient }: Crossing): Caller => ({
  ...(isClient ? client : own).as(role, kind),
  plan,
  signedInAt: noon.toISOString(),
  ...(closing && { closing: true as const }),
});

/** A refused person leaves one event; nothing else is written by a refusal. */
const isRefusalRecord = (change: Change): boolean =>
  change.record === 'refusal' ||
  (change.record === 'auditEvent' && change.change === 'insert' && change.item.action === 'access.refused');

const crossings = (spec: EndpointSpec): Crossing[] =>
  tokenKinds.flatMap((kind) =>
    roles.flatMap((role) =>
      [false, true].flatMap((closing) =>
        (['Free', 'Team', 'Regulated'] as const).flatMap((plan) =>
          [false, true].map((isClient) => ({ spec, kind, role, closing, plan, client: isClient })),
        ),
      ),
    ),
  );

let counted = 0;

test.each(guarded.map((spec) => ({ name: spec.name, spec })))(
  '$name: is refused to every kind, role, plan and organization as the one table says, and writes nothing',
  async ({ name, spec }) => {
    const commit = vi.spyOn(world.store, 'commit');
    const sample = samples[name as keyof typeof samples];
    for (const crossing of crossings(spec)) {
      const expected = expectedOf(crossing);
      // Requests that are not refused are covered by the endpoint's own tests.
      if (!expected) continue;
      commit.mockClear();
      const { status, body } = await call(name, { ...sample, caller: callerOf(crossing) });
      expect([crossing.kind, crossing.role, crossing.plan, status, body['code']]).toEqual([
        crossing.kind,
        crossing.role,
        crossing.plan,
        ...expected,
      ]);
      const written = commit.mock.calls.flatMap(([changes]) => [...changes]);
      expect(written.filter((change) => !isRefusalRecord(change))).toEqual([]);
      counted++;
    }
  },
);

test('there are more than ten thousand refusals, over every endpoint that requires a credential', () => {
  process.stdout.write(`${counted} refusals of ${guarded.length} endpoints\n`);
  expect(counted).toBeGreaterThan(10_000);
});
