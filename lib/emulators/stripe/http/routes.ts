import { decodeSegment } from '@scangate/emulator-host/http-server';
import { portalRoutes } from '../customers/billing-portal.ts';
import { checkoutRoutes } from '../checkout/checkout-sessions.ts';
import { couponRoutes } from '../catalog/coupons.ts';
import { customerRoutes } from '../customers/customers.ts';
import { eventRoutes } from '../webhooks/event-routes.ts';
import { invoiceItemRoutes } from '../invoices/invoice-items.ts';
import { previewRoutes } from '../invoices/invoice-preview.ts';
import { invoiceRoutes } from '../invoices/invoices.ts';
import { paymentMethodRoutes } from '../customers/payment-methods.ts';
import { paymentRoutes } from '../payments/payment-intents.ts';
import { priceRoutes } from '../catalog/prices.ts';
import { productRoutes } from '../catalog/products.ts';
import { promotionCodeRoutes } from '../catalog/promotion-codes.ts';
import { refundRoutes } from '../payments/refunds.ts';
import { taxIdRoutes } from '../customers/tax-ids.ts';
import type { Route } from './route.ts';
import { setupIntentRoutes } from '../customers/setup-intents.ts';
import { scheduleRoutes } from '../subscriptions/subscription-schedules.ts';
import { subscriptionRoutes } from '../subscriptions/subscriptions.ts';
import { endpointRoutes } from '../webhooks/webhook-endpoints.ts';

/** All routes of the emulator; the first one that matches a request answers it. */
const routes: Route[] = [
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...customerRoutes,
  ...taxIdRoutes,
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

/** Finds the route of a request and the id in its path. */
export const findRoute = (method: string, path: string): { route: Route; id: string } | undefined => {
  const segments = path.split('/');
  for (const { route, parts } of compiled) {
    if (route.method !== method || parts.length !== segments.length) continue;
    if (!parts.every((part, index) => part === ':id' || part === segments[index])) continue;
    const index = parts.indexOf(':id');
    const id = index < 0 ? '' : decodeSegment(segments[index] ?? '');
    if (id !== undefined) return { route, id };
  }
  return undefined;
};
