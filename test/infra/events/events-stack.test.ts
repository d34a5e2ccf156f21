import { expect, test } from 'vitest';
import { functionNamed, ofType, synthesize } from '../synthesized.ts';

const synthesized = synthesize();
const stack = Object.entries(synthesized.stacks['events'] ?? {});

test('the sweep of events runs each minute', () => {
  const [rule] = ofType(stack, 'AWS::Events::Rule');
  expect(rule?.[1].Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
});

test('a failed invocation is left to the sweep', () => {
  const configs = ofType(stack, 'AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties);
  expect(configs.map((config) => config['MaximumRetryAttempts'])).toEqual([0, 0, 0]);
});

test('deliveries may invoke themselves as long as deliveries are due, and no other function may loop', () => {
  const loops = ofType(stack, 'AWS::Lambda::Function').map(([id, { Properties }]) => [
    id,
    Properties['RecursiveLoop'],
  ]);
  const deliver = functionNamed(synthesized, 'deliver');
  expect(loops.filter(([, loop]) => loop !== undefined)).toHaveLength(1);
  expect(JSON.stringify(deliver)).toContain('"RecursiveLoop":"Allow"');
});
