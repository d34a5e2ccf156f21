import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { addMs, minuteMs } from '@scangate/domain/instant';
import * as ask from '../buyer-requests.ts';
import { closeOrganization, requestClosing, requestRestoring } from '../closing-world.ts';
import { on, type Operation, type OperationPorts } from './payment-operation.ts';
import { Crash } from '#test/support/store/fault-injection.ts';
import { sweep } from '../payment-scenario.ts';
import { openPaymentWorld, type PaymentWorld } from '../payment-world.ts';

/** Lets the call that charges for an order be cut off before or after it reaches Stripe. */
const cutOrder = async (
  world: PaymentWorld,
  { when, order }: { when: 'before' | 'after'; order: 'addon' | 'licenses' },
): Promise<void> => {
  const paymentProvider = { ...world.paymentProvider };
  const cut =
    <A extends unknown[]>(call: (...args: A) => Promise<unknown>) =>
    async (...args: A): Promise<never> => {
      if (when === 'after') await call(...args);
      throw new Crash(1, when);
    };
  paymentProvider.startAddon = cut(world.paymentProvider.startAddon);
  paymentProvider.raiseQuantity = cut(world.paymentProvider.raiseQuantity);
  const ports = { ...world, paymentProvider };
  const asked =
    order === 'addon'
      ? ask.startAddon({ world, ports, id: 'addon' }, 'team')
      : ask.changeLicenses({ world, ports, id: 'seats' }, 9);
  await asked.catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
  // Until then, the organization does not close.
  await world.to(addMs(world.now(), 11 * minuteMs));
};

const close = (world: PaymentWorld, ports: OperationPorts) => requestClosing(world, ports);
const reconcile = (world: PaymentWorld, ports: OperationPorts) =>
  reconcilePayments(world.accountId, ports, world.now());

const payFor = (world: PaymentWorld, { sessionId }: { sessionId: string }): void =>
  void world.stripe.control.completeCheckout(sessionId, { card: 'ok' });

/** An organization that closes or is restored, beside whatever is ordered, open or paid. */
export const closingOperations: Record<string, Operation> = {
  'closing the organization': {
    before: () => on('Team', (world) => ask.startAddon({ world, id: 'addon' }, 'team')),
    act: close,
    live: { plan: 1, addon: 1 },
    paid: 2,
    isRequest: true,
  },
  'closing the organization beside an order of the add-on that is not paid': {
    before: () => on('Team', (world) => cutOrder(world, { when: 'before', order: 'addon' })),
    act: close,
    live: { plan: 1, addon: 0 },
    paid: 1,
    isSentAgain: true,
  },
  'closing the organization beside an order of licenses that is not paid': {
    before: () => on('Team', (world) => cutOrder(world, { when: 'before', order: 'licenses' })),
    act: close,
    live: { plan: 1, addon: 0 },
    paid: 1,
    isSentAgain: true,
  },
  'closing the organization beside an order of licenses that is paid': {
    before: () => on('Team', (world) => cutOrder(world, { when: 'after', order: 'licenses' })),
    act: close,
    live: { plan: 1, addon: 0 },
    paid: 2,
    isSentAgain: true,
  },
  'closing the organization beside an add-on that is paid and not known': {
    before: () => on('Team', (world) => cutOrder(world, { when: 'after', order: 'addon' })),
    act: close,
    live: { plan: 1, addon: 0 },
    paid: 2,
    isSentAgain: true,
  },
  'closing the organization beside open checkouts': {
    before: async () => {
      const world = await openPaymentWorld();
      await ask.checkout({ world, id: 'order' }, { plan: 'Starter', interval: 'year' });
      await ask.packCheckout({ world, id: 'pack' }, 'core-100');
      return world;
    },
    act: close,
    live: { plan: 0, addon: 0 },
    paid: 0,
    isRequest: true,
  },
  'a checkout that is paid while the organization is closing': {
    before: async () => {
      const world = await openPaymentWorld();
      const session = await ask.checkout({ world, id: 'order' }, { plan: 'Starter', interval: 'year' });
      await closeOrganization(world);
      payFor(world, session);
      return world;
    },
    act: reconcile,
    live: { plan: 0, addon: 0 },
    paid: 1,
  },
  'a pack that is paid while the organization is closing': {
    before: () =>
      on('Starter', async (world) => {
        const session = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
        await closeOrganization(world);
        payFor(world, session);
      }),
    act: reconcile,
    live: { plan: 1, addon: 0 },
    paid: 2,
  },
  'restoring the organization': {
    before: () =>
      on('Team', async (world) => {
        await ask.startAddon({ world, id: 'addon' }, 'team');
        await requestClosing(world);
        await world.to('2026-03-21T06:00:00.000Z');
        await sweep(world);
      }),
    act: (world, ports) => requestRestoring(world, ports),
    live: { plan: 1, addon: 1 },
    paid: 2,
    isRequest: true,
  },
};
