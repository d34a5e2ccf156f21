import { Problem } from '@scangate/domain/problem';
import { world } from '../endpoint-world.ts';

const forward = (port: 'paymentProvider' | 'paymentEvents') =>
  new Proxy(
    {},
    {
      get: (_target, name): unknown => {
        const provider = world[port];
        if (provider) return Reflect.get(provider, name);
        throw new Problem('conflict', { detail: 'Payments are not configured here.' });
      },
    },
  );

export const wirePaymentProvider = () => forward('paymentProvider');
export const wirePaymentEvents = () => forward('paymentEvents');
