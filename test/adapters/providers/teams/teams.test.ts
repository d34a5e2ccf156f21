import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teamsChat } from '#adapters/providers/teams/teams.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { ProviderServer } from '@scangate/emulator-providers/open-providers';
import { answering, beyond, contractsOf, sendTo } from '#test/support/integrations/contract.ts';
import { openLocalProviders } from '#test/support/integrations/local-providers.ts';

let providers: ProviderServer;
let fetch: OutboundFetch;
beforeAll(async () => {
  ({ providers, fetch } = await openLocalProviders());
});
afterAll(() => providers.close());

const origin = 'https://prod-00.westeurope.logic.azure.com';
const path =
  '/workflows/0local/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=';
const workflow = (signature = 'local', address = `${origin}${path}${signature}`): Connection => ({
  settings: {},
  credential: { workflowUrl: address },
});
const message = {
  title: 'FAIL: acme/shop',
  lines: [],
  link: { text: 'Open in Scangate', url: 'https://scangate.example.com/v1/scans/1' },
};
const chat = () => teamsChat(fetch, providers.origins);
const cards = () => (providers.control.stateOf('teams') as { cards: unknown[] }).cards;
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof ProviderFailure ? error.details : error),
  );

test('a card arrives, and the connection is tested by sending one', async () => {
  expect(await chat().post(workflow(), message)).toEqual({ status: 202 });
  expect(await chat().check(workflow())).toEqual({
    target: 'Microsoft Teams, workflow at prod-00.westeurope.logic.azure.com',
  });
  expect(cards()).toHaveLength(2);
});

test('a wrong signature is refused; a workflow that is turned off or removed is gone', async () => {
  expect(await failureOf(chat().post(workflow('wrong'), message))).toMatchObject({ reason: 'refused' });
  for (const state of ['off', 'removed'] as const) {
    providers.control.perform('teams', 'set-workflow', { workflow: '0local', state });
    expect(await failureOf(chat().post(workflow(), message))).toMatchObject({ reason: 'gone' });
  }
  providers.control.perform('teams', 'set-workflow', { workflow: '0local', state: 'on' });
});

test('a limit names the time to wait, and a failing workflow is unavailable', async () => {
  providers.faults.inject({ service: 'teams', kind: 'throttle', times: 1 });
  expect(await failureOf(chat().post(workflow(), message))).toMatchObject({
    reason: 'limited',
    retryAfterSeconds: 20,
  });
  providers.faults.inject({ service: 'teams', kind: 'error', times: 1 });
  expect(await failureOf(chat().post(workflow(), message))).toMatchObject({
    reason: 'unavailable',
    status: 502,
  });
});

test('no failure contains the signature of the workflow', async () => {
  const failed = await chat()
    .post(workflow('a-secret-signature'), message)
    .catch((error: unknown) => error);
  expect(`${String(failed)} ${JSON.stringify(failed)}`).not.toContain('a-secret-signature');
});

describe.each(contractsOf('teams'))('the contract %s', (_name, contract) => {
  const { request, answer } = contract;

  test('matches what the adapter sends and reads', async () => {
    const { fetch: answered, seen } = answering(contract);
    const posted = teamsChat(answered, {}).post(workflow('', `${origin}${request.path}`), message);
    const failure = await failureOf(posted);
    expect([seen[0]?.method, seen[0]?.url]).toEqual([request.method, `${origin}${request.path}`]);
    expect(beyond(seen[0]?.body, request.body)).toEqual([]);
    if (answer.status === 202) expect(failure).toBe('no failure');
    else
      expect(failure).toMatchObject({
        reason: expect.stringMatching(/^(?:refused|gone|limited)$/) as string,
      });
  });

  test('matches what the emulator accepts and answers', async () => {
    const { control, faults, origins } = providers;
    const state = control.stateOf('teams') as { workflows: Record<string, object> };
    state.workflows['off'] = { channel: 'Off', signature: 'local', state: 'off' };
    if (answer.status === 429) faults.inject({ service: 'teams', kind: 'throttle', times: 1 });
    const answered = await sendTo(origins.teams ?? '', contract);
    expect(answered.status).toBe(answer.status);
    const codeOf = (body: unknown) => (body as { error?: { code: string } } | undefined)?.error?.code;
    const said: unknown = answered.text === '' ? undefined : JSON.parse(answered.text);
    expect(codeOf(said)).toBe(codeOf(answer.body));
  });
});
