import type { Component, Ecosystem } from '@scangate/engines/model/component';
import type { Advisory, AdvisoryIndex, ExploitSignals } from '@scangate/engines/model/advisory';
import type { Advisories, LookedUpPackage } from '#ports/advisories.ts';
import type { LicenseSource, PackageVersion } from '#ports/license-source.ts';
import type { Answer } from './sandbox-process.ts';
import type { ChildChannel } from './child-channel.ts';

/** The answer to a question about packages: the snapshot, and its data about them and their CVEs. */
interface AdvisoryAnswer {
  snapshotId: string;
  builtAt?: string;
  ecosystems: readonly Ecosystem[];
  found: [name: string, advisories: readonly Advisory[]][];
  /** Absent when the snapshot has no signals. */
  signals?: [cve: string, signals: ExploitSignals][];
}

interface AdvisoryQuestion {
  ecosystems: Ecosystem[];
  packages: [Ecosystem, string][];
}

const keyOf = (ecosystem: Ecosystem, name: string): string => `${ecosystem} ${name}`;

const isCve = (id: string): boolean => id.startsWith('CVE-');

const answerOf = (
  { lookup, ...index }: AdvisoryIndex,
  packages: AdvisoryQuestion['packages'],
): AdvisoryAnswer => {
  const found = packages.flatMap(([ecosystem, name]): AdvisoryAnswer['found'] => {
    const advisories = lookup(ecosystem, name);
    return advisories.length === 0 ? [] : [[keyOf(ecosystem, name), advisories]];
  });
  const { snapshotId, builtAt, ecosystems, signals: signalsOf } = index;
  const ids = found.flatMap(([, advisories]) => advisories.flatMap(({ id, aliases }) => [id, ...aliases]));
  return {
    snapshotId,
    ...(builtAt !== undefined && { builtAt }),
    ecosystems,
    found,
    ...(signalsOf && { signals: [...new Set(ids.filter(isCve))].map((cve) => [cve, signalsOf(cve)]) }),
  };
};

async function* json(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value) ?? 'null');
}

const texts = (value: unknown): string[] => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw new Error('the sandbox asks with something else');
};

/**
 * Answers questions of a sandbox about advisories. The index is loaded for its first question, so that all have the same
 * snapshot.
 */
export const advisoryAnswers = (advisories: Advisories): Record<'advisories', Answer> => {
  let loaded: { named: string; index: AdvisoryIndex } | undefined;
  return {
    advisories: async function* (question) {
      const { ecosystems, packages } = question as Partial<AdvisoryQuestion>;
      const pairs = (packages ?? []).map((pair) => texts(pair) as [Ecosystem, string]);
      const named = texts(ecosystems);
      if (loaded?.named !== named.join())
        loaded = { named: named.join(), index: await advisories.load(named as Ecosystem[]) };
      yield* json(answerOf(loaded.index, pairs));
    },
  };
};

/** Answers the question of a sandbox about licenses. */
export const licenseAnswers = (
  source: LicenseSource,
  { now, signal }: { now: Date; signal: AbortSignal },
): Record<'licenses', Answer> => ({
  licenses: async function* (question) {
    const packages = (question as { packages?: unknown }).packages;
    if (!Array.isArray(packages)) throw new Error('the sandbox asks with something else');
    const pairs = packages.map((one: PackageVersion) => {
      const [ecosystem, name, version] = texts([one.ecosystem, one.name, one.version]);
      return { ecosystem, name, version } as PackageVersion;
    });
    const { licenses, unanswered } = await source.lookup(pairs, now.toISOString(), signal);
    // JSON has no undefined in lists.
    yield* json({ licenses: licenses.map((license) => license ?? null), unanswered });
  },
});

const packagesOf = (packages: readonly LookedUpPackage[]): AdvisoryQuestion['packages'] => {
  const pairs = packages.flatMap(({ ecosystem, name }: Pick<Component, 'ecosystem' | 'name'>) =>
    ecosystem === undefined ? [] : [[ecosystem, name] as [Ecosystem, string]],
  );
  return [...new Map(pairs.map((pair) => [keyOf(...pair), pair])).values()];
};

/** The number of packages of one question: the function that answers it has little memory beside that of the sandbox. */
const packagesPerQuestion = 5_000;

const noAdvisories: readonly Advisory[] = [];

/** Looks up advisories through the pipe: those of the expected packages with few questions, others one by one. */
export const remoteAdvisories = (channel: ChildChannel): Advisories => ({
  load: async (ecosystems, packages = []) => {
    const known = new Map<string, readonly Advisory[]>();
    const knownSignals = new Map<string, ExploitSignals>();
    const ask = (asked: AdvisoryQuestion['packages']): AdvisoryAnswer => {
      const answer = channel.askValue('advisories', { ecosystems, packages: asked }) as AdvisoryAnswer;
      for (const [ecosystem, name] of asked) known.set(keyOf(ecosystem, name), noAdvisories);
      for (const [key, advisories] of answer.found) known.set(key, advisories);
      for (const [cve, signals] of answer.signals ?? []) knownSignals.set(cve, signals);
      return answer;
    };
    const expected = packagesOf(packages);
    const first = ask(expected.slice(0, packagesPerQuestion));
    for (let at = packagesPerQuestion; at < expected.length; at += packagesPerQuestion)
      ask(expected.slice(at, at + packagesPerQuestion));
    const { snapshotId, builtAt, ecosystems: held, signals } = first;
    return {
      snapshotId,
      ...(builtAt !== undefined && { builtAt }),
      ecosystems: held,
      lookup: (ecosystem, name) => {
        const key = keyOf(ecosystem, name);
        if (!known.has(key)) ask([[ecosystem, name]]);
        return known.get(key) ?? noAdvisories;
      },
      ...(signals && { signals: (cve) => knownSignals.get(cve) ?? {} }),
    };
  },
});

/** Looks up licenses through the pipe. */
export const remoteLicenses = (channel: ChildChannel): LicenseSource => ({
  lookup: async (packages) => {
    const answer = channel.askValue('licenses', { packages }) as {
      licenses: (string | null)[];
      unanswered: number;
    };
    return { ...answer, licenses: answer.licenses.map((license) => license ?? undefined) };
  },
});
