import { expect, test } from 'vitest';
import type { EmulatorDefinition } from '@scangate/emulator-providers/kit/provider-emulator';
import type { CheckWriter, WrittenResult } from '#ports/integrations/check-writer.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { beyond, contractsOf, type Contract } from './contract.ts';
import { openEmulator } from './emulator-fetch.ts';

export const contractNow = new Date('2026-03-01T12:00:00.000Z');

/** The result that the contracts write. */
export const contractResult: WrittenResult = {
  conclusion: 'success',
  title: 'PASS: nothing at or above high. No findings below.',
  commitHash: 'ce587453ced02b1526dfb4cb910479d431683101',
  scanId: 's-1',
  finishedAt: contractNow.toISOString(),
  text: 'The report.',
  annotations: [],
};
const comment = { number: 12, text: 'The report.' };

export interface CheckContracts<State extends object> {
  provider: string;
  definition: EmulatorDefinition<State>;
  writer(fetch: OutboundFetch): CheckWriter;
  /** The part of the name of the contract that lists comments. */
  list: string;
  /** An answer without a comment. */
  nothing: unknown;
  /** Whether a contract is of this credential. */
  includes?(name: string): boolean;
}

type Named = readonly [name: string, contract: Contract];

const checkContractsOf = ({ provider, includes = () => true }: CheckContracts<object>): Named[] =>
  contractsOf(provider).filter(([name]) => name.startsWith('check-') && includes(name));

/** A provider that gives documented answers to documented requests, and no answer to any other. */
const documented = (contracts: readonly Named[], replaced: Readonly<Record<string, unknown>> = {}) => {
  const sent: { name: string; path: string; body: unknown }[] = [];
  const fetch: OutboundFetch = async (address, { method = 'GET', body } = {}) => {
    const { pathname, search } = new URL(String(address));
    const found = contracts.find(
      ([, { request }]) => request.method === method && request.path.split('?')[0] === pathname,
    );
    const [name, contract] = found ?? [`${method} ${pathname}`, undefined];
    sent.push({
      name,
      path: `${pathname}${search}`,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const answer = replaced[name] ?? contract?.answer.body ?? {};
    return new Response(JSON.stringify(answer), { status: contract?.answer.status ?? 404 });
  };
  return { fetch, sent };
};

/** The adapter sends what is documented and understands the documented answers; the emulator takes and gives the same. */
export const describeCheckContracts = <State extends object>(options: CheckContracts<State>): void => {
  const { definition, writer, list, nothing } = options;
  const contracts = checkContractsOf(options as unknown as CheckContracts<object>);

  test('the adapter sends and reads what is documented', async () => {
    const first = documented(contracts);
    await writer(first.fetch).writeResult(contractResult);
    await writer(first.fetch).writeComment(comment);
    const second = documented(contracts, { [list]: nothing });
    await writer(second.fetch).writeComment(comment);
    const sent = [...first.sent, ...second.sent];
    expect(new Set(sent.map(({ name }) => name))).toEqual(new Set(contracts.map(([name]) => name)));
    for (const { name, path, body } of sent) {
      const request = contracts.find(([one]) => one === name)?.[1].request;
      expect([name, path, body]).toEqual([name, request?.path, request?.body]);
    }
  });

  test.each(contracts)('the emulator accepts and answers %s', async (_name, { request, answer }) => {
    const emulator = openEmulator(definition, () => contractNow);
    const ask = ({ method, path, headers, body }: Contract['request']) =>
      emulator.fetch(`https://provider.example.com${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const create = contracts.find(([name]) => /(?:comment|note)-create$/.test(name));
    const isOfComment = ['PATCH', 'PUT'].includes(request.method);
    let { path } = request;
    if (create && answer.status !== 201) {
      const made = (await (await ask(create[1].request)).json()) as { id: number };
      if (isOfComment) path = path.replace(/\d+$/, String(made.id));
    }
    const given = await ask({ ...request, path });
    expect(given.status).toBe(answer.status);
    expect(beyond(await given.json(), answer.body)).toEqual([]);
  });
};
