import { portalRoutes } from './billing-portal.ts';
import { checkoutRoutes } from './checkout-sessions.ts';
import { couponRoutes } from './coupons.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events-list.ts';
import { invoiceItemRoutes } from './invoice-items.ts';
import { previewRoutes } from './invoice-preview.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { paymentRoutes } from './payments.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { promotionCodeRoutes } from './promotion-codes.ts';
import { refundRoutes } from './refunds.ts';
import type { Route } from './route.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { scheduleRoutes } from './subscription-schedules.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { endpointRoutes } from './webhook-endpoints.ts';

/** Everything the local Stripe answers; the first that fits is taken. */
const routes: Route[] = [
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...previewRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...portalRoutes,
  ...eventRoutes,
  ...endpointRoutes,
];

const compiled = routes.map((route) => ({
  route,
  parts: route.path.split('/'),
}));

/** The route of a request, and the id in its path. */
export const findRoute = (method: string, path: string): { route: Route; id: string } | undefined => {
  const wanted = path.split('/');
  for (const { route, parts } of compiled) {
    if (route.method !== method || parts.length !== wanted.length) continue;
    if (!parts.every((part, index) => part === ':id' || part === wanted[index])) continue;
    const place = parts.indexOf(':id');
    return { route, id: place < 0 ? '' : decodeURIComponent(wanted[place] ?? '') };
  }
  return undefined;
};
