import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { readSettings } from '#infra/settings.ts';
import { App } from 'aws-cdk-lib/core';

const strangers: readonly EndpointSpec[] = endpoints.filter(
  ({ access }: EndpointSpec) => access !== undefined,
);
const { throttleRate, throttleBurst } = readSettings(new App({ analyticsReporting: false }).node);

test('every endpoint without authentication has a separate rate limit', () => {
  expect(strangers.length).toBeGreaterThan(10);
  const unbounded = [...strangers, ...webhooks].filter(({ throttle }) => throttle === undefined);
  expect(unbounded.map(({ name }) => name)).toEqual([]);
});

test('the limits of unauthenticated endpoints together leave callers more than half of the rate of the service', () => {
  const limits = [...strangers, ...webhooks].map(({ throttle }) => throttle ?? { rate: 0, burst: 0 });
  const sum = (field: 'rate' | 'burst') => limits.reduce((total, limit) => total + limit[field], 0);
  expect(sum('rate')).toBeLessThan(throttleRate / 2);
  expect(sum('burst')).toBeLessThan(throttleBurst / 2);
});

test('the body of an unauthenticated request is small', () => {
  const withBody = strangers.filter(({ body }) => body !== undefined);
  const large = withBody.filter(({ bodyLimitBytes = Infinity }) => bodyLimitBytes > 512 * 1024);
  expect(large.map(({ name }) => name)).toEqual([]);
});
