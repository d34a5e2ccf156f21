import { expect, test } from 'vitest';
import { deploymentSteps } from '#infra/deployments/deployment-steps.ts';

test('a deployment checks the account with its settings, and deploys with every option', () => {
  const options = [
    '-c',
    'a=1',
    '--require-approval',
    'never',
    '--context=b=2',
    '--context',
    'c=x y',
    '-cd=4',
  ];
  expect(deploymentSteps(options)).toEqual({
    check: ['-c', 'a=1', '-c', 'b=2', '-c', 'c=x y', '-c', 'd=4'],
    deploy: ['deploy', '--all', '--concurrency', '10', ...options],
    profile: undefined,
  });
});

test('a deployment without settings checks and deploys with those of cdk.json', () => {
  expect(deploymentSteps([])).toEqual({
    check: [],
    deploy: ['deploy', '--all', '--concurrency', '10'],
    profile: undefined,
  });
});

test.each([['--profile', 'prod'], ['--profile=prod']])(
  'the check reads the account of the profile: %s %s',
  (...option) => {
    expect(deploymentSteps(option).profile).toBe('prod');
  },
);
