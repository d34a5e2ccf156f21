/** Makes products, prices, portal and webhook in a Stripe account: `npm run stripe:setup -- --help`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readAmounts } from '#adapters/stripe/catalog.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';

const usage = `STRIPE_SECRET_KEY=sk_… npm run stripe:setup -- [options]

  --currency eur        of all prices; eur unless said
  --prices file.json    amounts in smallest units, by name: {"team_month": 2900, …}; examples unless said
  --webhook https://…   where messages go: https://…/webhooks/stripe of the deployment
  --live                needed with a live key: what is made there is on sale

Asked again it does nothing but what is missing or costs something else now. Prices that change keep what runs at the
old ones. The secret of a webhook is told once, when it is made: put it, and the key, into the parameter store.`;

const fail = (told: string): never => {
  console.error(told);
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
  if (key.includes('_live_') && !values.live) fail('This is a live key: add --live if that is meant.');
  const amounts = values.prices ? readAmounts(JSON.parse(readFileSync(values.prices, 'utf8'))) : {};
  const order = {
    currency: values.currency.toLowerCase(),
    amounts,
    ...(values.webhook && { webhookUrl: values.webhook }),
  };
  const { done, webhookSecret } = await setUpStripe(stripeClient(key, process.env['STRIPE_API_BASE']), order);
  for (const line of done) console.log(`made ${line}`);
  if (done.length === 0) console.log('everything is there');
  if (webhookSecret) console.log(`\nsecret of the webhook, told once: ${webhookSecret}`);
};

await main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
