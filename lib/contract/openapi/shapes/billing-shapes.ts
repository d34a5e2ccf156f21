import type { ShapeTable } from './shape-table.ts';

export const billingShapes: ShapeTable = {
  Pool: ['list-ledger 200 items [] pool', 'A credit pool: core for all scan types but SAST.'],
  BillingInterval: ['change-plan 200 interval', 'How often a subscription is paid.'],
  PlanSelection: ['open-checkout body', 'A plan to buy.'],
  Subscription: ['change-plan 200', 'The subscription with its pending changes.'],
  PendingChanges: ['change-plan 200 pending', 'Changes that take effect later.'],
  SastAddon: ['change-plan 200 sastAddon', 'The SAST add-on; null without one.'],
  PoolBalance: ['get-billing-status 200 #0 pools core', 'The credits of a pool.'],
  PoolForecast: ['get-forecast 200 pools core', 'When a pool runs out at the present pace.'],
  RechargeState: [
    'get-billing-status 200 #0 autoRecharge core',
    'The state of the automatic recharge of a pool.',
  ],
  AutoRecharge: ['get-auto-recharge 200', 'The settings of the automatic recharge of a pool.'],
  Retention: ['get-retention 200', 'How long results are kept.'],
  BillingDetails: ['get-billing-details 200', 'What stands on invoices.'],
  CheckoutSession: ['open-checkout 201', 'A page of the payment provider.'],
  PoolBudget: ['set-budget body core', 'The limits of a pool in a month.'],
  ClientBudget: ['set-budget 200', 'The budget of a client organization, with what it has spent.'],
  CalendarOrInstant: ['list-ledger query from', 'An instant with a time zone, or a day (UTC).'],
};
