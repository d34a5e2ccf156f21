/** Creates products, prices, portal and webhook in a Stripe account: `npm run stripe:setup -- --help`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readAmounts } from '#adapters/stripe/catalog.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';

const usage = `STRIPE_SECRET_KEY=sk_… npm run stripe:setup -- [options]

  --currency eur        the currency of all prices; eur by default
  --prices file.json    amounts in the smallest unit, by name: {"team_month": 2900, …}; examples by default
  --webhook https://…   where events are sent: https://…/webhooks/stripe of the deployment
  --live                required with a live key, because what is created is on sale

A second run creates only what is missing or has another price now. Running subscriptions keep their price. The secret
of the webhook is shown once, when it is created: put it, and the key, into the parameter store.`;

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const options = {
  currency: { type: 'string', default: 'eur' },
  prices: { type: 'string' },
  webhook: { type: 'string' },
  live: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const key = process.env['STRIPE_SECRET_KEY'] ?? '';
  if (!/^(?:sk|rk)_(?:test|live)_/.test(key)) fail(`STRIPE_SECRET_KEY is not set.\n\n${usage}`);
  if (key.includes('_live_') && !values.live) fail('This is a live key: add --live if you mean it.');
  const amounts = values.prices ? readAmounts(JSON.parse(readFileSync(values.prices, 'utf8'))) : {};
  const setup = {
    currency: values.currency.toLowerCase(),
    amounts,
    ...(values.webhook && { webhookUrl: values.webhook }),
  };
  const { done, webhookSecret } = await setUpStripe(stripeClient(key, process.env['STRIPE_API_BASE']), setup);
  for (const line of done) console.log(`created ${line}`);
  if (done.length === 0) console.log('nothing to create');
  if (webhookSecret) console.log(`\nsecret of the webhook, shown once: ${webhookSecret}`);
};

await main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
