import { expect, test } from 'vitest';
import { allResources, ofType, synthesize, synthesizeWith } from '../synthesized.ts';

const accountOf = (settings: Record<string, unknown>) => synthesizeWith(settings).stacks['account'];

test('the logging role of API Gateway is created once: every deployment creates the same stack', () => {
  const own = accountOf({ deploymentName: 'other', throttleRate: 10 });
  expect(own).toEqual(synthesize().stacks['account']);
  expect(ofType(Object.entries(own ?? {}), 'AWS::ApiGateway::Account')).toHaveLength(1);
  expect(ofType(allResources(synthesize()), 'AWS::ApiGateway::Account')).toHaveLength(1);
});

test('the logging role outlives the deployments, and exists before a stage needs it', () => {
  const { order, stacks } = synthesize();
  for (const { DeletionPolicy } of Object.values(stacks['account'] ?? {}))
    expect(DeletionPolicy).toBe('Retain');
  expect(order.indexOf('account')).toBeLessThan(order.indexOf('api'));
});

test('an account that has the role gets no second one', () => {
  expect(accountOf({ gatewayAccount: false })).toBeUndefined();
});
