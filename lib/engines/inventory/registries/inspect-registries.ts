import type { PackageEcosystem } from '@scangate/engines/model/component';
import type { SourceProblem } from '@scangate/engines/model/source-problem';
import { baseNameOf } from '@scangate/engines/units/paths';
import { publicUrl } from '../package-address.ts';
import { pypiHosts } from '../package-sources/python-address.ts';
import { npmHosts } from '../package-sources/npm-address.ts';
import { pubHosts } from '../package-sources/pub-sources.ts';
import type { SourceInput } from '../package-sources/locked-source.ts';
import { javascriptRegistries } from './javascript-registries.ts';
import { isLocalhost, registriesIn, type NamedRegistry, type RegistryFiles } from './named-registry.ts';
import {
  dartRegistries,
  dotnetRegistries,
  phpRegistries,
  rubyRegistries,
  rustRegistries,
} from './other-registries.ts';
import { pythonRegistries, requirementsOptions } from './python-registries.ts';

interface Registries {
  files: RegistryFiles;
  /** Public registries. Code hosts are not among them, because anybody can have a registry there. */
  publicHosts: ReadonlySet<string>;
}

const registries: Partial<Record<PackageEcosystem, Registries>> = {
  npm: { files: javascriptRegistries, publicHosts: npmHosts },
  PyPI: { files: pythonRegistries, publicHosts: pypiHosts },
  RubyGems: {
    files: rubyRegistries,
    publicHosts: new Set(['rubygems.org', 'www.rubygems.org', 'index.rubygems.org']),
  },
  Packagist: { files: phpRegistries, publicHosts: new Set(['packagist.org', 'repo.packagist.org']) },
  'crates.io': { files: rustRegistries, publicHosts: new Set(['index.crates.io']) },
  Pub: { files: dartRegistries, publicHosts: pubHosts },
  NuGet: { files: dotnetRegistries, publicHosts: new Set(['api.nuget.org', 'www.nuget.org', 'nuget.org']) },
};

const cratesIndex = /^(?:registry\+)?https:\/\/github\.com\/rust-lang\/crates\.io-index/;

const shown = (stated: string): string => publicUrl(stated).slice(0, 300);

type Judged = Pick<SourceProblem, 'rule' | 'detail'>;

const judge = ({ shape, stated, host }: NamedRegistry, isPublic: boolean): Judged | undefined => {
  if (shape === 'unverified')
    return {
      rule: 'insecure-source',
      detail: `it turns off the verification of hosts: ${stated.slice(0, 200)}`,
    };
  if (isLocalhost(host)) return undefined;
  if (/^http:/i.test(stated))
    return { rule: 'insecure-source', detail: `it names the index ${shown(stated)} without encryption` };
  if (shape === 'extra')
    return {
      rule: 'extra-registry',
      detail: `it adds ${shown(stated)} to another registry, and the higher version of a name in both is taken`,
    };
  return isPublic ? undefined : { rule: 'named-registry', detail: `it takes packages from ${shown(stated)}` };
};

const judgeAll = (ecosystem: PackageEcosystem, named: readonly NamedRegistry[]): SourceProblem[] => {
  const publicHosts = registries[ecosystem]?.publicHosts ?? new Set();
  const isPublic = ({ host, stated }: NamedRegistry): boolean =>
    (host !== undefined && publicHosts.has(host)) || cratesIndex.test(stated);
  const isMixed = named.some((each) => each.host !== undefined && !isPublic(each));
  const isAdded = named.some((each) => each.shape === 'extra' && !isPublic(each));
  return named.flatMap((each) => {
    const { file, line, host } = each;
    // The public registry is reported when it is added to a private one, not the other way round.
    if (each.shape === 'extra' && isPublic(each) && (!isMixed || isAdded)) return [];
    const judged = judge(each, isPublic(each));
    return judged ? [{ ...judged, file, line, ecosystem, ...(host !== undefined && { host }) }] : [];
  });
};

/** Returns the hosts of the registries that the project itself configures, in its lockfile or next to it. */
export const configuredHosts = (ecosystem: PackageEcosystem, input: SourceInput): Set<string> => {
  const named = registriesIn(registries[ecosystem]?.files ?? {}, input);
  const own = input.path.endsWith('.txt') ? requirementsOptions(input.text) : [];
  return new Set([...named, ...own].flatMap(({ host }) => host ?? []));
};

/** Judges the registries that the options of a requirements file and of those that it includes name. */
export const inspectRequirements = (files: readonly Pick<SourceInput, 'path' | 'text'>[]): SourceProblem[] =>
  judgeAll(
    'PyPI',
    files.flatMap(({ path, text }) => requirementsOptions(text).map((each) => ({ ...each, file: path }))),
  );

const configurations = new Map(
  Object.entries(registries).flatMap(([ecosystem, { files }]) =>
    Object.entries(files).map(
      ([name, read]) => [name, { ecosystem: ecosystem as PackageEcosystem, read }] as const,
    ),
  ),
);

const nameOf = (path: string): string =>
  /(?:^|\/)(\.(?:cargo|bundle)\/[^/]{1,100})$/.exec(path)?.[1] ?? baseNameOf(path);

/**
 * Judges the registries that the configuration files of a unit name, in any folder: they hold for what is installed there and
 * below, which may be of another unit. A committer controls them, so they are reported until the policy knows their hosts.
 */
export const inspectRegistries = (
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): SourceProblem[] =>
  paths.flatMap((path) => {
    const found = configurations.get(nameOf(path));
    const text = found && readText(path);
    if (!found || text === undefined) return [];
    const named = found.read(text).map((each) => ({ ...each, file: path }));
    return judgeAll(found.ecosystem, named);
  });
