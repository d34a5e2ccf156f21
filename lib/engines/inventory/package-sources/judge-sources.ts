import type { SourceProblem } from '@scangate/engines/model/source-problem';
import { publicUrl } from '../package-address.ts';
import { isLocalhost } from '../registries/named-registry.ts';
import { hostOf, type LockedSource, type LockedSources } from './locked-source.ts';

const plainScheme = /^(?:(?:git|hg|svn|bzr|registry|sparse)\+)?(?:http|git|svn):\/\//i;

/** Bounds the problems that a hostile lockfile can report. */
const maxProblems = 2000;
const maxLines = 200;

const isPublic = (address: string, host: string, publicHosts: ReadonlySet<string>): boolean =>
  publicHosts.has(host) ||
  [...publicHosts].some((known) => known.includes('/') && address.includes(`://${known}`));

/**
 * Returns the host from which the lockfile takes most of its packages, at least two of them: the mirror or private
 * registry of its author.
 */
const mainHost = (packages: readonly LockedSource[]): string | undefined => {
  const named = packages.filter(({ kind }) => kind === 'registry');
  const namesByHost = new Map<string, Set<string>>();
  for (const { address, name } of named) {
    const host = address === undefined ? undefined : hostOf(address);
    if (host !== undefined) namesByHost.set(host, (namesByHost.get(host) ?? new Set()).add(name));
  }
  const all = new Set(named.map(({ name }) => name)).size;
  const found = [...namesByHost].find(([, names]) => names.size >= 2 && names.size * 2 > all);
  return found?.[0];
};

type Judged = Pick<SourceProblem, 'rule' | 'detail'> & { host?: string };

const shown = (address: string | undefined): string =>
  address === undefined ? 'an address that the file does not state' : publicUrl(address).slice(0, 300);

/** Judges the source of one package; a missing hash is judged separately. */
const placeOf = (found: LockedSource, accepts: (address: string, host: string) => boolean): Judged[] => {
  const { kind, address, mismatch } = found;
  const host = address === undefined ? undefined : hostOf(address);
  const judged: Judged[] = [];
  if (kind === 'git')
    judged.push({ rule: 'git-source', detail: `it is taken from the repository ${shown(address)}` });
  if (kind === 'url')
    judged.push({
      rule: 'url-source',
      detail: `it is taken from ${shown(address)}, which is not a registry`,
    });
  if (kind === 'replaced')
    judged.push({ rule: 'replaced-package', detail: `${shown(address)} is built in its place` });
  if (mismatch !== undefined)
    judged.push({ rule: 'resolved-mismatch', detail: `it is taken from ${shown(address)}: ${mismatch}` });
  if (kind === 'registry' && address !== undefined && host !== undefined && !accepts(address, host))
    judged.push({ rule: 'unexpected-host', detail: `it is taken from ${shown(address)}` });
  if (address !== undefined && plainScheme.test(address) && !isLocalhost(host))
    judged.push({ rule: 'insecure-source', detail: `it is taken from ${shown(address)} without encryption` });
  return judged.map((each) => ({ ...each, ...(host !== undefined && { host }) }));
};

/** Numbers the line of an entry; each call looks through the text once. */
const lineFinder = (text: string) => {
  let left = maxLines;
  return (mark: string): number | undefined => {
    left -= 1;
    const at = left < 0 || mark === '' ? -1 : text.indexOf(mark);
    return at === -1 ? undefined : text.slice(0, at).split('\n').length;
  };
};

/**
 * From this many on, packages with the same problem follow a habit of a tool or a setting and are reported together.
 */
const many = 20;

/** So many missing hashes are not exceptions, even when most packages have one. */
const maxExceptions = 100;

/**
 * Returns one problem for a file with few hashes or none, because its tool wrote none; otherwise one for each
 * package.
 */
const missingHashes = (packages: readonly LockedSource[]): [LockedSource | undefined, Judged][] => {
  const judged = packages.filter(({ kind, lacksHash }) => kind !== 'git' && lacksHash !== undefined);
  const lacking = judged.filter(({ lacksHash }) => lacksHash);
  const isMost = lacking.length > many && lacking.length * 2 > judged.length;
  const isHabit = isMost || lacking.length > maxExceptions;
  if (lacking.length > 1 && (isHabit || lacking.length === judged.length)) {
    const detail = `${lacking.length} of its ${judged.length} packages have no hash`;
    return [[undefined, { rule: 'missing-integrity', detail }]];
  }
  const detail = 'the lockfile states no hash of it';
  return lacking.map((found) => [found, { rule: 'missing-integrity', detail }]);
};

const aboutHost: ReadonlySet<string> = new Set(['unexpected-host', 'insecure-source']);

/** Reports many packages of one host, and all packages of the main one, as one problem of the file. */
const byHost = (
  judged: readonly [LockedSource, Judged][],
  main: string | undefined,
): [LockedSource | undefined, Judged][] => {
  const groups = Map.groupBy(judged, ([, { rule, host }]) => (aboutHost.has(rule) ? `${rule} ${host}` : ''));
  return [...groups].flatMap(([key, group]): [LockedSource | undefined, Judged][] => {
    const [first] = group;
    if (key === '' || !first) return group;
    const [, { rule, host }] = first;
    const isMain = host !== undefined && host === main && group.length > 1;
    if (group.length <= many && !isMain) return group;
    const how = rule === 'insecure-source' ? ' without encryption' : '';
    const detail = `${group.length} packages are taken from ${host}${how}`;
    return [[undefined, { rule, detail, ...(host !== undefined && { host }) }]];
  });
};

/**
 * Judges where a lockfile takes its packages from. Accepted are the public hosts of the ecosystem and those that the
 * project configures. When most packages come from one other host, that is a single problem: it may be a mirror, or
 * a change of every line.
 */
export const judgeSources = (
  { ecosystem, packages, publicHosts }: LockedSources,
  { file, text, configured }: { file: string; text: string; configured: ReadonlySet<string> },
): SourceProblem[] => {
  const main = mainHost(packages);
  const accepts = (address: string, host: string): boolean =>
    configured.has(host) || isPublic(address, host, publicHosts);
  const judged = [
    ...byHost(
      packages.flatMap((found) =>
        placeOf(found, accepts).map((each): [LockedSource, Judged] => [found, each]),
      ),
      main,
    ),
    ...missingHashes(packages),
  ].slice(0, maxProblems);
  const lineOf = lineFinder(text);
  const unique = new Map<string, SourceProblem>();
  for (const [found, { rule, detail, host }] of judged) {
    const key = JSON.stringify([rule, found?.name, found?.version, detail]);
    if (unique.has(key)) continue;
    const line = found && lineOf(found.mark);
    unique.set(key, {
      rule,
      detail,
      file,
      ecosystem,
      ...(line !== undefined && { line }),
      ...(found && { packageName: found.name }),
      ...(found?.version !== undefined && { version: found.version }),
      ...(host !== undefined && { host }),
    });
  }
  return [...unique.values()];
};
