import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import checkedIn from '#contract/openapi.json' with { type: 'json' };

test("the document keeps every rule of Redocly's recommended-strict", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(checkedIn),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  const shown = problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message]);
  expect(shown).toEqual([]);
});

test('the rules are applied to the examples', async () => {
  const path = '/billing/coupons';
  const source = JSON.stringify({ ...checkedIn, paths: { [path]: checkedIn.paths[path] }, webhooks: {} });
  const problems = await lintFromString({
    source: source.replace('"code":"LAUNCH20"', '"code":17'),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('no-invalid-media-type-examples');
});
