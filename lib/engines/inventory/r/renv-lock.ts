import { siblingPath } from '@scangate/engines/units/paths';
import {
  missingDependencies,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import { parseJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

/** The packages that come with every installation of R, so that no lockfile lists them. */
const ofR: ReadonlySet<string> = new Set(
  'R base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk tools utils'.split(
    ' ',
  ),
);

const ofRepositories = /^(?:git|git2r|xgit|github|gitlab|bitbucket)$/;

const hosts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** Returns the URL of the repository that a package was taken from; undefined for a registry. */
const repositoryOf = (entry: unknown): string | undefined => {
  const stated = asText(member(entry, 'RemoteUrl'), 2048);
  const [user, repository] = [asText(member(entry, 'RemoteUsername')), asText(member(entry, 'RemoteRepo'))];
  const kind = (asText(member(entry, 'RemoteType')) ?? asText(member(entry, 'Source')) ?? '').toLowerCase();
  const revision = asText(member(entry, 'RemoteSha')) ?? asText(member(entry, 'RemoteRef')) ?? '';
  if (hosts[kind] && user && repository)
    return vcsUrl(`https://${hosts[kind]}/${user}/${repository}#${revision}`);
  return ofRepositories.test(kind) && stated ? vcsUrl(`${stated}#${revision}`) : undefined;
};

const sourceOf = (entry: unknown): Partial<FoundPackage> => {
  const source = (asText(member(entry, 'Source')) ?? '').toLowerCase();
  const registry = asText(member(entry, 'Repository')) ?? '';
  const git = ofRepositories.test(source) ? repositoryOf(entry) : undefined;
  if (git !== undefined) return { ecosystem: 'CRAN', origin: { kind: 'git', url: git } };
  if (/^(?:local|unknown)$/.test(source)) return { local: 'path' };
  const isBioconductor = source === 'bioconductor' || /^bioc/i.test(registry);
  return { ecosystem: isBioconductor ? 'Bioconductor' : 'CRAN' };
};

/** Adds the names in `Imports: cli (>= 3.0), rlang`, which is one string or a list. */
const addNames = (names: string[], field: unknown): void => {
  if (field === undefined) return;
  const texts = typeof field === 'string' ? [asText(field, 65_536) ?? ''] : textsOf(field);
  for (const text of texts)
    for (const part of text.includes(',') ? text.split(',') : [text]) {
      const name = (part.includes('(') ? part.slice(0, part.indexOf('(')) : part).trim();
      if (name !== '' && !ofR.has(name)) names.push(name);
    }
};

/** Older locks list `Requirements`; newer ones repeat the fields of the package's description. */
const fields = ['Requirements', 'Depends', 'Imports', 'LinkingTo'] as const;

const packageOf = (name: string, entry: unknown): FoundPackage | undefined => {
  const version = asText(member(entry, 'Version'));
  if (!asText(name) || version === undefined) return undefined;
  const license = asText(member(entry, 'License'));
  const needed: string[] = [];
  for (const field of fields) addNames(needed, member(entry, field));
  const dependsOn = unique(needed);
  return { key: name, name, version, ...sourceOf(entry), ...(license && { license }), dependsOn };
};

/** Returns the packages that a DESCRIPTION requests. */
const askedByDescription = (text: string | undefined): string[] => {
  const names: string[] = [];
  const unfolded = (text ?? '').replace(/\r?\n[ \t]{1,100}/g, ' ');
  for (const line of unfolded.split(/\r?\n/))
    if (/^(?:Depends|Imports|LinkingTo):/.test(line)) addNames(names, line.slice(line.indexOf(':') + 1));
  return names;
};

/** Reads renv.lock: every package with its source, and the graph. A DESCRIPTION next to it states what is direct. */
export const readRenvLock: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseJson(text);
  const table = asTable(member(document, 'Packages'));
  if (!table) throw new UnreadableFile('it has no table of packages');
  if (asTable(member(document, 'R')) === undefined) notes.add(signsOfCut, 'no version of R');
  const packages: FoundPackage[] = [];
  for (const [name, entry] of limitPackages(entriesOf(table), notes)) {
    const found = packageOf(name, entry);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, name);
  }
  const listed = new Set(packages.map(({ name }) => name));
  for (const { dependsOn = [] } of packages)
    for (const name of dependsOn) if (!listed.has(name)) notes.add(missingDependencies, name);
  const asked = new Set(askedByDescription(readText(siblingPath(path, 'DESCRIPTION'))));
  notes.addRequests(asked, (name) => listed.has(name));
  const direct = [...asked].filter((name) => listed.has(name));
  const needed = new Set<string>();
  for (const { dependsOn = [] } of packages) for (const key of dependsOn) needed.add(key);
  const tops = packages.map(({ key }) => key).filter((key) => !needed.has(key));
  // Scripts request packages as well, so a package that no other depends on counts as direct.
  return { packages, roots: { required: [...new Set([...direct, ...tops])], optional: [], dev: [] } };
};
