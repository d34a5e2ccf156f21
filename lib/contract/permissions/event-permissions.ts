import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import type { Providers } from '#ports/integrations/provider.ts';
import { type PermissionTable, port } from './permission.ts';

/** The functions that create and send deliveries of events. */
export const eventPermissions = {
  eventDispatch: {
    invoke: {
      port: port<{ eventDispatch: EventDispatch }>(),
      environment: ['DISPATCH_EVENTS_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'dispatchEventsFunction' }],
    },
  },
  providers: { port: port<{ providers: Providers }>(), environment: ['PRIVATE_HOSTS'], grant: [] },
  deliveries: {
    start: {
      port: port<{ deliveries: DeliveryStarter }>(),
      environment: ['DELIVER_FUNCTION'],
      grant: [{ actions: ['lambda:InvokeFunction'], resource: 'deliverFunction' }],
    },
  },
} as const satisfies Partial<PermissionTable>;
