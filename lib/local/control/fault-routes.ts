import * as z from 'zod';
import { faultKinds, serviceNames, type FaultInjector } from '@scangate/emulator-host/fault-injector';
import type { ControlRoute } from './control-route.ts';

const fault = z
  .strictObject({
    service: z.enum(serviceNames),
    operation: z.string().min(1).max(100).optional(),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(1_000_000),
  })
  .refine(({ kind, service }) => kind !== 'conflict' || service === 'dynamodb', 'only dynamodb has conflicts')
  .refine(
    ({ kind, service, operation }) =>
      kind !== 'decline' || (service === 'stripe' && (operation ?? 'charge') === 'charge'),
    'only charges of stripe are declined',
  );

/** Injects faults into calls to the local services, and shows how often each operation was called. */
export const faultRoutes = (faults: FaultInjector): ControlRoute[] => [
  [
    'POST',
    /^\/_local\/faults$/,
    async ({ body }) => {
      const input = fault.parse(await body());
      faults.inject(input);
      return { status: 201, body: input };
    },
  ],
  [
    'DELETE',
    /^\/_local\/faults$/,
    () => {
      faults.clear();
      return { status: 200 };
    },
  ],
  ['GET', /^\/_local\/calls$/, () => ({ status: 200, body: faults.callCounts() })],
  [
    'DELETE',
    /^\/_local\/calls$/,
    () => {
      faults.resetCallCounts();
      return { status: 200 };
    },
  ],
];
