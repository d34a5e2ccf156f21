import { describe, expect, test } from 'vitest';
import type { EmulatorDefinition } from '@scangate/emulator-providers/kit/provider-emulator';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';
import type { IssueTracker, TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { beyond, type Contract } from './contract.ts';
import { openEmulator, type OpenedEmulator } from './emulator-fetch.ts';

export const trackerNow = new Date('2026-03-01T12:00:00.000Z');

const claim = {
  marker: 'scangate:0123456789abcdef',
  issueId: '9b2c1d4e-0000-4000-8000-000000000001',
  claimedAt: trackerNow.toISOString(),
};
export const sampleText: IssueText = {
  title: 'Found a bug',
  blocks: [{ paragraph: [{ text: 'Something is to be done.' }] }],
  marker: claim.marker,
};

export interface SuiteOptions<State extends object> {
  definition: EmulatorDefinition<State>;
  provider(fetch: OutboundFetch): TrackerProvider;
  connection: Connection;
  /** The operations of the emulator that create and change. */
  operations: { create: string; change: string };
  /** The input of actions of people: on an issue, the project, and the credential. */
  inputs: {
    issue(externalId: string): object;
    removeProject: readonly [action: string, input: object];
    revoke: readonly [action: string, input: object];
  };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof ProviderFailure ? error.details : error),
  );

/** Tests that every tracker passes at its emulator. */
export const describeTracker = <State extends object>(options: SuiteOptions<State>): void => {
  const { definition, provider, connection, operations, inputs } = options;
  const open = (): { tracker: IssueTracker; emulator: OpenedEmulator<State> } => {
    const emulator = openEmulator(definition, () => trackerNow);
    return { tracker: provider(emulator.fetch).open(connection), emulator };
  };

  describe(`issues at ${definition.name}`, () => {
    test('are created, closed and reopened', async () => {
      const { tracker } = open();
      const { externalId, url } = await tracker.create(claim, sampleText);
      expect(url).toMatch(/^https:\/\//);
      expect(await tracker.read(externalId, claim.marker)).toBe('open');
      for (const state of ['closed', 'closed', 'open', 'open'] as const) {
        await tracker.write(externalId, { state, text: sampleText });
        expect(await tracker.read(externalId, claim.marker)).toBe(state);
      }
      await tracker.write(externalId, { state: 'closed' });
      expect(await tracker.read(externalId, claim.marker)).toBe('closed');
    });

    test('whose answer was lost are found by their claim, and no other is', async () => {
      const { tracker, emulator } = open();
      const other = {
        ...claim,
        marker: 'scangate:fedcba9876543210',
        issueId: `${claim.issueId.slice(0, -1)}2`,
      };
      const { externalId } = await tracker.create(other, { ...sampleText, marker: other.marker });
      expect(await tracker.find(claim)).toBeUndefined();
      emulator.inject('timeout_after_success', operations.create);
      expect(await failureOf(tracker.create(claim, sampleText))).toMatchObject({ mayBeDone: true });
      const found = await tracker.find(claim);
      expect(await tracker.read(found?.externalId ?? '', claim.marker)).toBe('open');
      expect(found?.externalId).not.toBe(externalId);
      expect(await tracker.find(other)).toMatchObject({ externalId });
    });

    test('are searched for among those of the author of the claim, whoever calls', async () => {
      const { tracker } = open();
      const made = await tracker.create(claim, sampleText);
      const author = await tracker.author();
      expect(await tracker.find({ ...claim, author })).toEqual(made);
      if (author !== undefined)
        expect(await tracker.find({ ...claim, author: 'app:somebody' })).toBeUndefined();
    });

    test.each([
      ['close-issue', 'closed'],
      ['delete-issue', 'deleted'],
      ['move-issue', 'moved'],
    ])('that people changed are read as they are: %s', async (action, state) => {
      const { tracker, emulator } = open();
      const { externalId } = await tracker.create(claim, sampleText);
      emulator.perform(action, inputs.issue(externalId));
      expect(await tracker.read(externalId, claim.marker)).toBe(state);
    });

    test('that do not end in the marker are not ours: moved', async () => {
      const { tracker } = open();
      const { externalId } = await tracker.create(claim, sampleText);
      expect(await tracker.read(externalId, 'scangate:fedcba9876543210')).toBe('moved');
      const without = { ...sampleText, blocks: [{ paragraph: [{ code: claim.marker }] }], marker: 'Thanks' };
      await tracker.write(externalId, { state: 'open', text: without });
      expect(await tracker.read(externalId, claim.marker)).toBe('moved');
    });

    test('of a deleted project do not exist, and neither does the project', async () => {
      const { tracker, emulator } = open();
      const { externalId } = await tracker.create(claim, sampleText);
      emulator.perform(...inputs.removeProject);
      const { reason } = (await failureOf(provider(emulator.fetch).check(connection))) as { reason: string };
      expect(reason).toBe('gone');
      if (definition.name !== 'linear')
        expect(await failureOf(tracker.read(externalId, claim.marker))).toMatchObject({ reason: 'gone' });
    });

    test('are refused for a revoked credential', async () => {
      const { tracker, emulator } = open();
      expect(await provider(emulator.fetch).check(connection)).toMatchObject({
        target: expect.any(String) as string,
      });
      emulator.perform(...inputs.revoke);
      expect(await failureOf(provider(emulator.fetch).check(connection))).toMatchObject({
        reason: 'refused',
      });
      expect(await failureOf(tracker.create(claim, sampleText))).toMatchObject({ reason: 'refused' });
    });

    test('wait for a rate limit, which means that nothing was created', async () => {
      const { tracker, emulator } = open();
      emulator.inject('throttle', operations.create);
      const failure = await failureOf(tracker.create(claim, sampleText));
      expect(failure).toMatchObject({ reason: 'limited', retryAfterSeconds: expect.any(Number) as number });
      expect(failure).not.toHaveProperty('mayBeDone');
      const { externalId } = await tracker.create(claim, sampleText);
      emulator.inject('error', operations.change);
      expect(await failureOf(tracker.write(externalId, { state: 'closed' }))).toMatchObject({
        reason: 'unavailable',
      });
    });
  });
};

const rootOf = (body: unknown): string | undefined => {
  const { query } = (body ?? {}) as { query?: string };
  return query === undefined ? undefined : /\{\s*(\w+)/.exec(query)?.[1];
};

interface SentRequest {
  method: string;
  path: string;
  body: unknown;
}

/** A provider that gives the documented answer to each documented request, and nothing to any other. */
const documentedFetch = (contracts: readonly [string, Contract][]) => {
  const sent: [name: string, SentRequest][] = [];
  const fetch: OutboundFetch = async (address, { method = 'GET', body } = {}) => {
    const { pathname, search } = new URL(String(address));
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const found = contracts.find(
      ([, { request }]) =>
        request.method === method &&
        request.path.split('?')[0] === pathname &&
        rootOf(request.body) === rootOf(read),
    );
    sent.push([found?.[0] ?? 'unknown', { method, path: `${pathname}${search}`, body: read }]);
    const answer = found?.[1].answer ?? { status: 404, body: {} };
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} });
  };
  return { fetch, sent };
};

/** The adapter sends what is documented and understands the documented answers; the emulator takes and gives the same. */
export const describeContracts = <State extends object>(
  options: SuiteOptions<State>,
  all: readonly [string, Contract][],
): void => {
  const { definition, provider, connection } = options;
  const contracts = all.filter(([name]) => !name.endsWith('limited'));
  const limited = all.filter(([name]) => name.endsWith('limited'));

  test('the adapter sends and reads what is documented', async () => {
    const { fetch, sent } = documentedFetch(contracts);
    const own = provider(fetch);
    const tracker = own.open(connection);
    await own.check(connection);
    const { externalId } = await tracker.create(claim, sampleText);
    expect(await tracker.find(claim)).toMatchObject({ externalId });
    expect(await tracker.read(externalId, claim.marker)).toBe('open');
    await tracker.write(externalId, { state: 'closed', text: sampleText });
    expect(new Set(sent.map(([name]) => name))).toEqual(new Set(contracts.map(([name]) => name)));
    for (const [name, { path, body }] of sent) {
      const documented = contracts.find(([one]) => one === name)?.[1].request;
      expect([name, path]).toEqual([name, documented?.path]);
      expect([name, beyond(body, documented?.body)]).toEqual([name, []]);
    }
  });

  test.each(limited)('%s is a rate limit', async (_name, contract) => {
    const fetch: OutboundFetch = async () =>
      new Response(JSON.stringify(contract.answer.body), {
        status: contract.answer.status,
        headers: contract.answer.headers ?? {},
      });
    const failure = await failureOf(provider(fetch).open(connection).read('1', claim.marker));
    expect(failure).toMatchObject({ reason: 'limited', retryAfterSeconds: expect.any(Number) as number });
  });

  test.each(contracts)('the emulator accepts and answers %s', async (_name, { request, answer }) => {
    const emulator = openEmulator(definition, () => trackerNow);
    const before = provider(emulator.fetch).open(connection);
    if (answer.status !== 201 && rootOf(request.body) !== 'issueCreate')
      await before.create(claim, sampleText);
    const given = await emulator.fetch(`https://provider.example.com${request.path}`, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    expect(given.status).toBe(answer.status);
    const text = await given.text();
    if (text !== '') expect(beyond(JSON.parse(text), answer.body)).toEqual([]);
  });
};
