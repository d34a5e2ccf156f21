import { describe, expect, test } from 'vitest';
import { functionNamed, synthesize } from '../synthesized.ts';

const publicUrl = 'https://scangate.example.com';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
const payments = { stripeSecretParameter: '/acme/key', stripeWebhookSecretParameter: '/acme/webhook' };
const attempt = (context: Record<string, string>) => () => synthesize({ context });

describe('a certificate', () => {
  test('is in us-east-1, for a public URL whose console is on', () => {
    expect(attempt({ publicUrl, certificateArn: certificateArn.replace('us-east', 'eu-west') })).toThrow(
      /certificateArn/,
    );
    expect(attempt({ certificateArn })).toThrow(/certificateArn needs publicUrl/);
    expect(attempt({ publicUrl, certificateArn, console: 'off' })).toThrow(/which is off/);
    expect(attempt({ publicUrl, certificateArn })).not.toThrow();
  });
});

const returnUrl = (context: Record<string, string>): unknown => {
  const { Environment } = functionNamed(synthesize({ context }), 'open-checkout').Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
  return Environment.Variables['BILLING_RETURN_URL'];
};

describe('the return after a payment', () => {
  test('leads to the billing page of the console', () => {
    expect(returnUrl({ ...payments, publicUrl })).toBe(`${publicUrl}/console/billing`);
  });

  test('leads to where a setting says', () => {
    const billingReturnUrl = 'https://example.com/paid';
    expect(returnUrl({ ...payments, publicUrl, billingReturnUrl })).toBe(billingReturnUrl);
  });

  test('must be configured', () => {
    expect(attempt(payments)).toThrow(/billingReturnUrl/);
    expect(attempt({ ...payments, publicUrl, console: 'off' })).toThrow(/billingReturnUrl/);
  });
});
