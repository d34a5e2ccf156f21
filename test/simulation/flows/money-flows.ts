import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Organization } from '../actors/organization.ts';
import { connectRepository } from '../actors/pipeline.ts';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAgain } from './call-again.ts';
import type { Flow } from './flow.ts';
import { scan } from './scan-flows.ts';

const creditsOfStarter = 800;
const teamOfSix = { plan: 'Team', interval: 'month', licenses: 6 } as const;
const moreLicenses = 9;

/** Opens a checkout or buys a pack, and pays at Stripe. */
const pay = async (
  world: World,
  organization: Organization,
  way: [name: string, body: object],
): Promise<void> => {
  const [name, body] = way;
  const answer = await callAgain({ world, organization }, name, { body, key: ids.uuid() });
  const sessionId = answer.body['sessionId'];
  if (typeof sessionId !== 'string') return;
  await world.scheduler.sleep(5_000);
  world.stripe.emulator.control.completeCheckout(sessionId, { card: 'ok' });
};

const subscribe = (world: World, organization: Organization): Promise<void> =>
  pay(world, organization, ['open-checkout', teamOfSix]);

/** A Starter with a card, whose next scan makes the pool low. */
const prepareRecharge = async (world: World, organization: Organization): Promise<void> => {
  await connectRepository(world, organization);
  await pay(world, organization, ['open-checkout', { plan: 'Starter', interval: 'month' }]);
  await world.scheduler.sleep(60_000);
  await callAgain({ world, organization }, 'change-auto-recharge', {
    query: { pool: 'core' },
    body: { enabled: true, threshold: creditsOfStarter - 1, monthlyCap: 3 },
    headers: { 'If-Match': '*' },
  });
};

/** Whether an account was granted something for a cause of this kind. */
const isGranted =
  (kind: string): Flow['isReached'] =>
  (store, { organizationId }) =>
    store
      .all('ledgerEntry')
      .some(({ accountId, cause }) => accountId === organizationId && cause.startsWith(`${kind}#`));

const accountOf = (store: MemoryStore, { organizationId }: Organization) =>
  store.all('account').find(({ accountId }) => accountId === organizationId);

export const moneyFlows: readonly Flow[] = [
  {
    name: 'checkout',
    order: { plan: 'Free' },
    functions: ['open-checkout', 'stripe-webhook'],
    prepare: async () => {},
    act: subscribe,
    isReached: (store, organization) => {
      const { plan, licenses, renewedBy } = accountOf(store, organization) ?? {};
      return plan === 'Team' && licenses === teamOfSix.licenses && renewedBy === 'invoice';
    },
  },
  {
    name: 'pack',
    order: { plan: 'Starter' },
    functions: ['buy-pack', 'stripe-webhook'],
    prepare: async () => {},
    act: (world, organization) => pay(world, organization, ['buy-pack', { pack: 'core-100' }]),
    isReached: isGranted('pack'),
  },
  {
    name: 'seat change',
    order: { plan: 'Free' },
    functions: ['change-licenses', 'stripe-webhook'],
    prepare: subscribe,
    act: async (world, organization) => {
      const change = { body: { licenses: moreLicenses }, key: ids.uuid() };
      await callAgain({ world, organization }, 'change-licenses', change);
    },
    isReached: (store, organization) =>
      accountOf(store, organization)?.licenses === moreLicenses && isGranted('seats')(store, organization),
  },
  {
    name: 'recharge',
    order: { plan: 'Free' },
    functions: ['recharge-pool', 'stripe-webhook'],
    prepare: prepareRecharge,
    act: scan({}),
    isReached: isGranted('recharge'),
  },
];
