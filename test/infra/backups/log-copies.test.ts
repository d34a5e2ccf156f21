import { expect, test } from 'vitest';
import { ofType, onlyResource, synthesize, synthesizeWith } from '../synthesized.ts';

const type = 'AWS::Logs::AccountPolicy';

test('each line of every log is sent to another account, if a destination is set', () => {
  const logDestination = 'arn:aws:logs:eu-west-1:444455556666:destination:scangate';
  const { stateful } = synthesizeWith({ logDestination }).stacks;
  const policy = onlyResource(Object.entries(stateful), type);
  expect(policy).toMatchObject({
    PolicyName: 'scangate-log-copies',
    PolicyType: 'SUBSCRIPTION_FILTER_POLICY',
    Scope: 'ALL',
  });
  expect(policy).not.toHaveProperty('SelectionCriteria');
  expect(JSON.parse(String(policy['PolicyDocument']))).toEqual({
    DestinationArn: logDestination,
    FilterPattern: '',
    Distribution: 'ByLogStream',
  });
});

test('logs stay in the account by default, and a destination is one of CloudWatch Logs', () => {
  expect(ofType(Object.entries(synthesize().stacks.stateful), type)).toEqual([]);
  for (const logDestination of ['scangate', 'arn:aws:logs:eu-west-1:444455556666:log-group:scangate'])
    expect(() => synthesizeWith({ logDestination })).toThrow(/logDestination/);
});
