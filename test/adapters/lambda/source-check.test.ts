import type { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { lambdaSourceCheck } from '#adapters/lambda/source-check.ts';
import { Transient } from '@scangate/domain/problem';

const repository = { organizationId: 'o-1', repositoryId: 'r-1', url: 'https://git.example.com/acme/shop' };
const answering = (answer: object, payload: unknown) => {
  const sent: object[] = [];
  const client = {
    send: async ({ input }: { input: object }) => {
      sent.push(input);
      return { ...answer, Payload: Buffer.from(JSON.stringify(payload)) };
    },
  } as unknown as LambdaClient;
  return { sent, check: () => lambdaSourceCheck(client, 'check-source').check({ repository }) };
};

test('returns the answer of the host that the function reports', async () => {
  const { sent, check } = answering({}, { provider: 'git', defaultBranch: 'main' });
  expect(await check()).toEqual({ provider: 'git', defaultBranch: 'main' });
  expect(sent).toEqual([{ FunctionName: 'check-source', Payload: JSON.stringify({ repository }) }]);
});

test('throws a failure of the host with its code and its retry time', async () => {
  const failure = { errorCode: 'rate_limit', message: 'Slow down.', retryAfterSeconds: 30 };
  await expect(answering({}, { failure }).check()).rejects.toMatchObject(failure);
});

test('a function that fails is not reported as a refusal of the repository', async () => {
  await expect(answering({ FunctionError: 'Unhandled' }, {}).check()).rejects.toBeInstanceOf(Transient);
});
