import { SSMClient } from '@aws-sdk/client-ssm';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import type { CloudContext } from '../start.ts';

/** Opens the payment provider as the functions see it: the Stripe emulator, with the secret key of this machine. */
export const localPaymentProvider = async ({ plan, environment }: CloudContext): Promise<PaymentProvider> => {
  const client = new SSMClient({
    endpoint: environment['AWS_ENDPOINT_URL_SSM'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const names = plan.functions.map(({ environment: variables }) => variables['STRIPE_SECRET_PARAMETER']);
  const secret = await readParameter(client, names.find((name) => name !== undefined) ?? '');
  const stripe = stripeClient(secret ?? '', environment['STRIPE_API_BASE']);
  return stripePaymentProvider(stripe, { returnUrl: 'http://localhost/' });
};
