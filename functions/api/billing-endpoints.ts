import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as getBillingStatus } from './get-billing-status/endpoint.ts';
import { endpoint as getCreditsAlert } from './get-credits-alert/endpoint.ts';
import { endpoint as getBillingDetails } from './get-billing-details/endpoint.ts';
import { endpoint as setBillingDetails } from './set-billing-details/endpoint.ts';
import { endpoint as getRetention } from './get-retention/endpoint.ts';
import { endpoint as setRetention } from './set-retention/endpoint.ts';
import { endpoint as getAutoRecharge } from './get-auto-recharge/endpoint.ts';
import { endpoint as changeAutoRecharge } from './change-auto-recharge/endpoint.ts';
import { endpoint as listInvoices } from './list-invoices/endpoint.ts';
import { endpoint as listLedger } from './list-ledger/endpoint.ts';
import { endpoint as exportLedger } from './export-ledger/endpoint.ts';
import { endpoint as openCheckout } from './open-checkout/endpoint.ts';
import { endpoint as openPortal } from './open-portal/endpoint.ts';
import { endpoint as changePlan } from './change-plan/endpoint.ts';
import { endpoint as undoPlanChange } from './undo-plan-change/endpoint.ts';
import { endpoint as changeLicenses } from './change-licenses/endpoint.ts';
import { endpoint as setAutoRenew } from './set-auto-renew/endpoint.ts';
import { endpoint as startSastAddon } from './start-sast-addon/endpoint.ts';
import { endpoint as cancelSastAddon } from './cancel-sast-addon/endpoint.ts';
import { endpoint as resumeSastAddon } from './resume-sast-addon/endpoint.ts';
import { endpoint as buyPack } from './buy-pack/endpoint.ts';
import { endpoint as redeemCoupon } from './redeem-coupon/endpoint.ts';
import { endpoint as getForecast } from './get-forecast/endpoint.ts';
import { endpoint as getPrices } from './get-prices/endpoint.ts';
import { endpoint as previewChange } from './preview-change/endpoint.ts';
import { endpoint as getUsage } from './get-usage/endpoint.ts';
import { endpoint as exportUsage } from './export-usage/endpoint.ts';
import { endpoint as listLicenses } from './list-licenses/endpoint.ts';
import { endpoint as setBudget } from './set-budget/endpoint.ts';
import { endpoint as listBudgets } from './list-budgets/endpoint.ts';

/** The endpoints of plans, credits and payments. */
export const billingEndpoints = [
  getBillingStatus,
  getCreditsAlert,
  getBillingDetails,
  setBillingDetails,
  getRetention,
  setRetention,
  getAutoRecharge,
  changeAutoRecharge,
  listInvoices,
  listLedger,
  exportLedger,
  openCheckout,
  openPortal,
  changePlan,
  undoPlanChange,
  changeLicenses,
  setAutoRenew,
  startSastAddon,
  cancelSastAddon,
  resumeSastAddon,
  buyPack,
  redeemCoupon,
  getForecast,
  getPrices,
  previewChange,
  getUsage,
  exportUsage,
  listLicenses,
  setBudget,
  listBudgets,
] as const satisfies readonly EndpointSpec[];
