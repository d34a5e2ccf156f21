import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { lambdaSourceFetcher } from '#adapters/lambda/source-fetcher.ts';

const found = { found: [], large: [], ignoreFiles: [] };
const failure = (errorCode: string) => ({ failure: { errorCode, error: 'No.' } });
type Answer = object | Error;

const fetcherOf = (answers: { any?: Answer; small?: Answer }) => {
  const asked: string[] = [];
  const send = async ({ input }: InvokeCommand) => {
    const name = String(input.FunctionName) as 'any' | 'small';
    asked.push(name);
    expect(JSON.parse(String(input.Payload))).not.toHaveProperty('isSmall');
    const answer = answers[name] ?? found;
    const isError = answer instanceof Error;
    const Payload = Buffer.from(JSON.stringify(isError ? { errorType: answer.name } : answer));
    return { Payload, ...(isError && { FunctionError: 'Unhandled' }) };
  };
  const fetcher = lambdaSourceFetcher({
    client: { send } as unknown as LambdaClient,
    functions: { any: 'any', small: 'small' },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
  });
  const fetch = (isSmall: boolean) => fetcher.fetch({ isSmall } as never, new AbortController().signal);
  return { fetch, asked };
};

test('a commit that is probably small is fetched by the smaller function, any other one by the larger', async () => {
  const { fetch, asked } = fetcherOf({});
  expect(await fetch(true)).toEqual(found);
  expect(await fetch(false)).toEqual(found);
  expect(asked).toEqual(['small', 'any']);
});

test.each<[string, Answer]>([
  ['dies', new Error('out of memory')],
  ['runs out of time', failure('workflow_timeout')],
  ['reaches a limit', failure('system_error')],
])('when the smaller function %s, the larger one is used', async (_, small) => {
  const { fetch, asked } = fetcherOf({ small });
  expect(await fetch(true)).toEqual(found);
  expect(asked).toEqual(['small', 'any']);
  await expect(fetcherOf({ small, any: failure('repo_access') }).fetch(true)).rejects.toMatchObject({
    failure: { errorCode: 'repo_access' },
  });
});

test('a refusal by a host is not tried with the larger function', async () => {
  const { fetch, asked } = fetcherOf({ small: failure('repo_access') });
  await expect(fetch(true)).rejects.toMatchObject({ failure: { errorCode: 'repo_access' } });
  expect(asked).toEqual(['small']);
});

test('a fetch that ended with its scan is not begun again by the larger function', async () => {
  const small = { ...failure('workflow_timeout'), stopped: true };
  const { fetch, asked } = fetcherOf({ small });
  await expect(fetch(true)).rejects.toMatchObject({ failure: { errorCode: 'workflow_timeout' } });
  expect(asked).toEqual(['small']);
});

test('the units of a commit that is too large as a whole come with the failure', async () => {
  const { fetch } = fetcherOf({ any: { ...failure('system_error'), found: [{ path: 'web' }] } });
  await expect(fetch(false)).rejects.toMatchObject({
    failure: { errorCode: 'system_error' },
    found: [{ path: 'web' }],
  });
});
