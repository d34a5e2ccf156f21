import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { applyPaymentMethod } from '#app/payments/apply-payment-method.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { reconcileSubscription } from '#app/payments/reconcile-subscription.ts';
import { atStripe } from '../payment-violations.ts';
import * as ask from '../buyer-requests.ts';
import { details, setDetails } from '../billing-details.ts';
import { cutRefundShort, onStarterWithPack, refundByHand, refundOfPack } from '../credit-pack-refunds.ts';
import { closingOperations } from './closing-operations.ts';
import { on, type Operation, type OperationPorts } from './payment-operation.ts';
import { openPaymentWorld, type PaymentWorld } from '../payment-world.ts';

const card = (world: PaymentWorld, kind: 'ok' | 'declined') =>
  void world.stripe.control.setCard({ organizationId: world.accountId }, kind);
export type { Operation } from './payment-operation.ts';

const rowOf = (world: PaymentWorld) => world.store.all('paymentAccount')[0];
let requests = 0;
// Each call is another request, because it is decided here.
const newRequestId = () => `request-${(requests += 1)}`;
const applyPlan = (world: PaymentWorld, ports: OperationPorts) =>
  applySubscription(rowOf(world)?.subscriptionId ?? '', ports, world.now());

export const operations: Record<string, Operation> = {
  'opening a checkout': {
    before: () => openPaymentWorld(),
    act: (world, ports) => ask.checkout({ world, ports, id: 'order' }, { plan: 'Starter', interval: 'year' }),
    live: { plan: 0, addon: 0 },
    paid: 0,
    isRequest: true,
  },
  'completing a checkout': {
    before: async () => {
      const world = await openPaymentWorld();
      const order = { plan: 'Team', interval: 'month', licenses: 5 } as const;
      const { sessionId } = await ask.checkout({ world, id: 'order' }, order);
      world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      return world;
    },
    act: async (world, ports) => {
      const [session] = atStripe(world, 'checkout.session');
      await applyCheckout(session?.id ?? '', ports, world.now());
      await reconcileSubscription({ accountId: world.accountId }, ports, world.now());
    },
    live: { plan: 1, addon: 0 },
    paid: 1,
  },
  'buying a pack': {
    before: () =>
      on('Starter', async (world) => {
        const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
        world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      }),
    act: async (world, ports) => {
      const session = atStripe(world, 'checkout.session').find(({ metadata }) => metadata?.['pack']);
      await applyCheckout(session?.id ?? '', ports, world.now());
    },
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'refunding a pack': {
    before: () => onStarterWithPack(),
    act: refundOfPack,
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'refunding a partly spent pack': {
    before: () => onStarterWithPack(833),
    act: refundOfPack,
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'a refund of a pack that was interrupted and then made in the Stripe dashboard': {
    before: async () => {
      const world = await onStarterWithPack();
      await cutRefundShort(world);
      await refundByHand(world);
      return world;
    },
    act: refundOfPack,
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'setting billing details': {
    before: async () => {
      const world = await on('Starter');
      await setDetails(world, world, { name: 'Acme', email: 'old@example.com' });
      return world;
    },
    act: (world, ports) => setDetails(world, ports, details),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'changing the plan': {
    before: () => on('Team'),
    act: (world, ports) =>
      ask.choosePlan({ world, ports, id: newRequestId() }, { plan: 'Starter', interval: 'month' }),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'undoing a change of the plan': {
    before: () =>
      on('Team', (world) =>
        ask.choosePlan({ world, id: 'change' }, { plan: 'Team', interval: 'year', licenses: 6 }),
      ),
    act: (world, ports) => ask.undoChange({ world, ports, id: newRequestId() }),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'buying more licenses': {
    before: () => on('Team'),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'buying more licenses beside a schedule': {
    before: () =>
      on('Team', (world) =>
        ask.choosePlan({ world, id: 'change' }, { plan: 'Team', interval: 'year', licenses: 6 }),
      ),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 2,
    isRequest: true,
  },
  'buying more licenses with a card that is declined': {
    before: () => on('Team', (world) => card(world, 'declined')),
    act: (world, ports) => ask.changeLicenses({ world, ports, id: 'seats' }, 9),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'starting the add-on': {
    before: () => on('Team'),
    act: (world, ports) => ask.startAddon({ world, ports, id: 'addon' }, 'team'),
    live: { plan: 1, addon: 1 },
    paid: 2,
    isRequest: true,
  },
  'starting the add-on with a card that is declined': {
    before: () => on('Team', (world) => card(world, 'declined')),
    act: (world, ports) => ask.startAddon({ world, ports, id: 'addon' }, 'team'),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'switching auto-renew off': {
    before: () =>
      on('Team', (world) => ask.choosePlan({ world, id: 'change' }, { plan: 'Starter', interval: 'month' })),
    act: (world, ports) => ask.autoRenew({ world, ports, id: newRequestId() }, false),
    live: { plan: 1, addon: 0 },
    paid: 1,
    isRequest: true,
  },
  'a plan that ends with its add-on': {
    before: () =>
      on('Team', async (world) => {
        await ask.startAddon({ world, id: 'addon' }, 'team');
        await ask.autoRenew({ world, id: 'off' }, false);
        await world.to('2026-04-10T14:00:00.000Z');
      }),
    act: async (world, ports) => {
      await applyPlan(world, ports);
      await reconcileSubscription({ accountId: world.accountId }, ports, world.now());
    },
    live: { plan: 0, addon: 0 },
    paid: 2,
  },
  'a renewal that fails': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
      }),
    act: applyPlan,
    live: { plan: 1, addon: 0 },
    paid: 1,
  },
  'a renewal that recovers': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
        await applyPlan(world, world);
        const open = atStripe(world, 'invoice').find(({ status }) => status === 'open');
        world.stripe.control.payInvoice(String(open?.id), 'ok');
      }),
    act: applyPlan,
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'another card in the portal': {
    before: () =>
      on('Team', async (world) => {
        card(world, 'declined');
        await world.to('2026-04-10T14:00:00.000Z');
        await applyPlan(world, world);
        card(world, 'ok');
      }),
    act: (world, ports) => applyPaymentMethod(rowOf(world)?.customerId ?? '', ports, world.now()),
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  ...closingOperations,
};
