import { priceCatalog } from '#adapters/stripe/prices.ts';
import { stripeReader } from '#adapters/stripe/reader.ts';
import * as fixture from './fixtures.ts';
import { errorAnswer, scriptedStripe } from './scripted-stripe.ts';

/** The answer for an object that does not exist. */
export const gone = errorAnswer(404, { code: 'resource_missing', param: 'id' });

/** A reader of a Stripe that answers by a script. */
export const scriptedReader = (script: Parameters<typeof scriptedStripe>[0]) => {
  const { stripe, seen } = scriptedStripe({ 'GET /v1/prices/price_team': fixture.price(), ...script });
  return { reader: stripeReader({ stripe, prices: priceCatalog(stripe) }), seen };
};
