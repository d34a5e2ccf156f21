import { checkoutScenarios } from './checkout-scenarios.ts';
import { rechargeScenarios } from './recharge-scenarios.ts';
import { ScenarioContext, type OpenStripe } from './scenario-context.ts';
import { subscriptionScenarios } from './subscription-scenarios.ts';

/**
 * Everything that the service needs of Stripe. Every test run plays it against the emulator, and Stripe's own test mode is
 * used on request. No scenario waits for time to pass.
 */
export const scenarios = (open: OpenStripe): void => {
  const context = new ScenarioContext(open);
  checkoutScenarios(context);
  subscriptionScenarios(context);
  rechargeScenarios(context);
};
