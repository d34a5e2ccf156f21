import type { Ecosystem } from '@scangate/engines/model/component';
import type { ObjectStore } from '#ports/blobs.ts';
import type { LicenseSource, PackageVersion } from '#ports/license-source.ts';
import { licenseCache } from './license-cache.ts';

/** The only host that is contacted. Names from a repository are escaped in its URLs. */
const origin = 'https://api.deps.dev';

const systems: Partial<Record<Ecosystem, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Go: 'go',
  'crates.io': 'cargo',
  RubyGems: 'rubygems',
  Maven: 'maven',
  NuGet: 'nuget',
};

export interface LookupLimits {
  /** Most requests over the network; cached licenses do not count. */
  requests: number;
  /** The time limits of all requests together, and of one. */
  totalMs: number;
  requestMs: number;
  atOnce: number;
  /** After this many failures in a row no more requests are made. */
  failures: number;
  answerBytes: number;
}

const lookupLimits: LookupLimits = {
  requests: 2_000,
  totalMs: 20_000,
  requestMs: 3_000,
  atOnce: 16,
  failures: 10,
  answerBytes: 256 * 1024,
};

const addressOf = ({ ecosystem, name, version }: PackageVersion): string | undefined => {
  const system = systems[ecosystem];
  const isLibrary = ecosystem === 'Go' && name === 'stdlib';
  if (!system || isLibrary || name.length > 300 || version.length > 200) return undefined;
  return `${origin}/v3/systems/${system}/packages/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
};

const textOf = async (response: Response, largestBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const expressionForm = /^[\x20-\x7e]{1,200}$/;

/**
 * Several licenses all apply, because none of them is stated as a choice. deps.dev calls an unrecognized text
 * `non-standard`.
 */
const expressionOf = (answer: unknown): string => {
  const { licenses } = (answer ?? {}) as { licenses?: unknown };
  if (!Array.isArray(licenses) || licenses.length > 20) return '';
  const stated = licenses.filter((each): each is string => typeof each === 'string' && each !== '');
  if (stated.length !== licenses.length || stated.some((each) => !expressionForm.test(each))) return '';
  if (stated.includes('non-standard')) return '';
  return stated.length < 2 ? (stated[0] ?? '') : stated.map((each) => `(${each})`).join(' AND ');
};

type Fetch = typeof globalThis.fetch;

/**
 * @returns '' when deps.dev has no license.
 * @throws when it does not respond.
 */
const ask = async (
  address: string,
  { fetch, limits, signal }: { fetch: Fetch; limits: LookupLimits; signal: AbortSignal },
): Promise<string> => {
  const response = await fetch(address, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.requestMs)]),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return '';
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`deps.dev answered ${response.status}`);
  }
  return expressionOf(JSON.parse(await textOf(response, limits.answerBytes)) as unknown);
};

/** Runs the work on all items, a few at a time. */
const inParallel = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items.values();
  const run = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
};

/**
 * Looks up licenses at deps.dev, through a cache. Names and versions of packages leave the account, private ones
 * included, so only an operator may turn it on.
 */
export const depsDevLicenses = (
  objects: ObjectStore,
  fetch: Fetch = globalThis.fetch,
  changes: Partial<LookupLimits> = {},
): LicenseSource => {
  const limits = { ...lookupLimits, ...changes };
  return {
    async lookup(packages, now, signal) {
      const cache = licenseCache(objects);
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
      const answers: (string | undefined)[] = packages.map(() => undefined);
      let [requests, failures, unanswered] = [0, 0, 0];
      const answer = async ([index, packageVersion]: readonly [number, PackageVersion]): Promise<void> => {
        const address = addressOf(packageVersion);
        if (address === undefined) return;
        const known = await cache.get(packageVersion, now);
        const closed = deadline.aborted || requests >= limits.requests || failures >= limits.failures;
        if (known !== undefined) answers[index] = known;
        else if (closed) unanswered += 1;
        else {
          requests += 1;
          try {
            const license = await ask(address, { fetch, limits, signal: deadline });
            failures = 0;
            answers[index] = license;
            cache.keep(packageVersion, license, now);
          } catch {
            failures += 1;
            unanswered += 1;
          }
        }
      };
      await inParallel([...packages.entries()], limits.atOnce, answer);
      await cache.save();
      return { licenses: answers.map((license) => license || undefined), unanswered };
    },
  };
};
