import * as z from 'zod';
import {
  booleanParameter,
  strictObject,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import {
  matchesFilter,
  listParameters,
  mergeMetadata,
  noParameters,
  listPage,
  route,
  type Route,
} from '../http/route.ts';
import type { PortalConfiguration, PortalSession } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const feature = strictObject({ enabled: booleanParameter }).optional();
const features = strictObject({
  customer_update: strictObject({
    enabled: booleanParameter,
    allowed_updates: listOf(stringParameter).optional(),
  }).optional(),
  invoice_history: feature,
  payment_method_update: feature,
  subscription_cancel: feature,
  subscription_update: feature,
});
const configuration = strictObject({
  features,
  business_profile: strictObject({
    headline: stringParameter.optional(),
    privacy_policy_url: z.url().optional(),
    terms_of_service_url: z.url().optional(),
  }).optional(),
  default_return_url: stringParameter.optional(),
  metadata: metadataParameter.optional(),
  name: stringParameter.optional(),
});
const session = strictObject({
  customer: stringParameter,
  configuration: stringParameter.optional(),
  return_url: z.url().optional(),
});

/** Creates a configuration. The service keeps plan changes to itself, so only cards and invoices are offered. */
const newConfiguration = (tx: Transaction, given: z.infer<typeof configuration>): PortalConfiguration => {
  const on = given.features;
  return tx.put<PortalConfiguration>({
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: given.business_profile?.headline ?? null,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
    },
    created: tx.now,
    default_return_url: given.default_return_url ?? null,
    features: {
      customer_update: {
        allowed_updates: on.customer_update?.allowed_updates ?? [],
        enabled: on.customer_update?.enabled ?? false,
      },
      invoice_history: { enabled: on.invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: on.payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: on.subscription_cancel?.enabled ?? false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: on.subscription_update?.enabled ?? false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    updated: tx.now,
  });
};

const newSession = (tx: Transaction, given: z.infer<typeof session>): PortalSession => {
  const { id: customer } = tx.get('customer', given.customer, 'customer');
  const id = newId('bps');
  return tx.put<PortalSession>({
    id,
    object: 'billing_portal.session',
    configuration:
      given.configuration === undefined
        ? 'bpc_local_default'
        : tx.get('billing_portal.configuration', given.configuration, 'configuration').id,
    created: tx.now,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: `${tx.settings.publicUrl}/_local/stripe/portal/${id}`,
  });
};

export const portalRoutes: Route[] = [
  route('POST', '/v1/billing_portal/configurations', {
    name: 'billingPortal.configurations.create',
    parameters: configuration,
    run: newConfiguration,
  }),
  route('GET', '/v1/billing_portal/configurations/:id', {
    name: 'billingPortal.configurations.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('billing_portal.configuration', id),
  }),
  route('GET', '/v1/billing_portal/configurations', {
    name: 'billingPortal.configurations.list',
    parameters: listParameters({
      active: booleanParameter.optional(),
      is_default: booleanParameter.optional(),
    }),
    run: (tx, { active, is_default, ...paging }) => {
      const found = tx.where('billing_portal.configuration', (one) =>
        matchesFilter(one, { active, is_default }),
      );
      return listPage(tx, '/v1/billing_portal/configurations', { found, paging });
    },
  }),
  route('POST', '/v1/billing_portal/sessions', {
    name: 'billingPortal.sessions.create',
    parameters: session,
    run: newSession,
  }),
];
