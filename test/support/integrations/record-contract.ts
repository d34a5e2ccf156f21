import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { Contract } from './contract.ts';

/** The samples that stand in a contract in place of values of a real account, by those values. */
export type Replacements = Readonly<Record<string, string>>;

/** The fields of answers whose texts are words of the provider's, and nobody's names. */
const words = new Set(['error', 'type', 'state', 'code', 'message', 'documentation_url', '__typename']);

const replaced = (text: string, replacements: Replacements): string =>
  Object.entries(replacements)
    .filter(([real]) => real !== '')
    // The longest first: one value may be a part of another.
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((left, [real, sample]) => left.replaceAll(real, sample), text);

/** Keeps the shape of an answer, and of its texts only the provider's own words. */
const scrubbed = (value: unknown, name: string, replacements: Replacements): unknown => {
  if (typeof value === 'string') return words.has(name) ? replaced(value, replacements) : 'text';
  if (typeof value === 'number') return name === 'status' ? value : 1;
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => scrubbed(one, name, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, scrubbed(inner, key, replacements)]),
  );
};

const parsed = (text: string): { body: unknown } | { text: string } | object => {
  if (text === '') return {};
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { text };
  }
};

interface Recording {
  /** The folder of the provider's contracts. */
  folder: string;
  contracts: readonly [name: string, contract: Contract][];
  replacements: Replacements;
}

const pathOf = (url: string | URL): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

const sentBody = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** All routes of GraphQL have one path; the query tells them apart. */
const queryOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;

/**
 * A fetch that writes each answer into the contract of its request, scrubbed, as recorded. A request that no contract has is a
 * failure: the adapter sends what nobody described.
 */
export const recordingFetch =
  (fetch: OutboundFetch, { folder, contracts, replacements }: Recording): OutboundFetch =>
  async (url, request = {}) => {
    const response = await fetch(url, request);
    const text = await response.text();
    const path = replaced(decodeURIComponent(pathOf(url)), replacements);
    const found = contracts.find(
      ([, one]) =>
        one.request.method === (request.method ?? 'GET') &&
        decodeURIComponent(one.request.path) === path &&
        queryOf(one.request.body) === queryOf(sentBody(request.body)) &&
        one.answer.status < 400 === response.ok,
    );
    if (!found) throw new Error(`no contract has ${request.method} ${path} with status ${response.status}`);
    const [name] = found;
    const file = join(folder, `${name}.json`);
    const before = JSON.parse(readFileSync(file, 'utf8')) as Contract;
    const answer = parsed(text);
    const kept = 'body' in answer ? { body: scrubbed(answer.body, '', replacements) } : answer;
    const after = { ...before, source: 'recorded', answer: { status: response.status, ...kept } };
    writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`);
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
  };
