import { App } from 'aws-cdk-lib/core';
import { expect, test } from 'vitest';
import { endpoint as startSignIn } from '#functions/api/start-sign-in/endpoint.ts';
import { readSettings } from '#infra/settings.ts';
import { maxSessions } from '@scangate/domain/identity/sessions/start-session';
import { maxTrustRules } from '@scangate/domain/identity/ci-trust/trust-rules';
import { rateLimit } from '@scangate/domain/rate-limit';
import { citedTests, tableRows } from './cited-tests.ts';

const rows = tableRows('bounds.md');

test('every row states its limit, where it is set, and a test', () => {
  expect(rows.length).toBeGreaterThan(45);
  for (const [what = '', bound = '', place = '', by = ''] of rows) {
    expect([what, bound.length > 3, place.length > 3]).toEqual([what, true, true]);
    expect([what, citedTests(by, 'bounds.md').length > 0]).toEqual([what, true]);
  }
});

test('the numbers of the page are those of the service', () => {
  const settings = readSettings(new App({ analyticsReporting: false }).node);
  const number = (value: number): string => value.toLocaleString('en-US');
  const stated: readonly (readonly [string, string])[] = [
    [
      'Requests of all callers together',
      `${number(settings.throttleRate)} a second, ${number(settings.throttleBurst)}`,
    ],
    ['Requests from one address', `${number(settings.viewerRate)} a minute`],
    ['Requests of one credential', `${number(rateLimit.requests)} a minute`],
    ['Requests of one organization', `${number(settings.organizationRate)} a minute`],
    ['Sign-ins', `${startSignIn.throttle?.rate} a second for each method;`],
    ['Sessions', `${maxSessions} of a person`],
    ['Trust rules', String(maxTrustRules)],
  ];
  for (const [what, bound] of stated)
    expect(rows.find(([name]) => name === what)?.[1]).toMatch(new RegExp(`^${bound}`));
});
