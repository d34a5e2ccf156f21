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
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, textAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, member } from '../parse/untrusted-value.ts';

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

/** An entry of the table of packages. */
interface Listed {
  name: string;
  version: string | undefined;
  license: string | undefined;
  source: string | undefined;
  registry: string | undefined;
  /** The fields that name a repository: `RemoteUrl` and others. */
  remote: Readonly<Record<string, unknown>> | undefined;
  /** The names of `fields`, by their order. */
  needs: (readonly string[] | undefined)[];
}

/** Returns the URL of the repository that a package was taken from; undefined for a registry. */
const repositoryOf = ({ remote, source }: Listed): string | undefined => {
  const stated = asText(member(remote, 'RemoteUrl'), 2048);
  const [user, repository] = [asText(member(remote, 'RemoteUsername')), asText(member(remote, 'RemoteRepo'))];
  const kind = (asText(member(remote, 'RemoteType')) ?? source ?? '').toLowerCase();
  const revision = asText(member(remote, 'RemoteSha')) ?? asText(member(remote, 'RemoteRef')) ?? '';
  if (hosts[kind] && user && repository)
    return vcsUrl(`https://${hosts[kind]}/${user}/${repository}#${revision}`);
  return ofRepositories.test(kind) && stated ? vcsUrl(`${stated}#${revision}`) : undefined;
};

const fromCran = { ecosystem: 'CRAN' } as const;

const sourceOf = (listed: Listed): Partial<FoundPackage> => {
  const { registry } = listed;
  const source = listed.source?.toLowerCase() ?? '';
  if (source === 'repository' && registry === 'CRAN') return fromCran;
  const git = ofRepositories.test(source) ? repositoryOf(listed) : undefined;
  if (git !== undefined) return { ecosystem: 'CRAN', origin: { kind: 'git', url: git } };
  if (/^(?:local|unknown)$/.test(source)) return { local: 'path' };
  const isBioconductor = source === 'bioconductor' || /^bioc/i.test(registry ?? '');
  return isBioconductor ? { ecosystem: 'Bioconductor' } : fromCran;
};

/** Adds the names in `cli (>= 3.0), rlang`. */
const addNames = (names: string[], text: string): void => {
  for (const part of text.includes(',') ? text.split(',') : [text]) {
    const name = (part.includes('(') ? part.slice(0, part.indexOf('(')) : part).trim();
    if (name !== '' && !ofR.has(name)) names.push(name);
  }
};

/** Reads the names in a field, which is one string or a list. */
const readNames = (cursor: JsonCursor): string[] => {
  const names: string[] = [];
  if (cursor.isText()) addNames(names, textAt(cursor, 65_536) ?? '');
  else if (cursor.enterList()) while (cursor.nextItem()) addNames(names, textAt(cursor, 2048) ?? '');
  return names;
};

/** Older locks list `Requirements`; newer ones repeat the fields of the package's description. */
const fields = ['Requirements', 'Depends', 'Imports', 'LinkingTo'];

const remoteFields: ReadonlySet<string> = new Set(
  ['Url', 'Username', 'Repo', 'Type', 'Sha', 'Ref'].map((part) => `Remote${part}`),
);

const readListed = (cursor: JsonCursor, name: string): Listed => {
  const listed: Listed = {
    name,
    version: undefined,
    license: undefined,
    source: undefined,
    registry: undefined,
    remote: undefined,
    needs: [],
  };
  if (!cursor.enterObject()) return listed;
  for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
    if (field === 'Version') listed.version = textAt(cursor);
    else if (field === 'Source') listed.source = textAt(cursor);
    else if (field === 'Repository') listed.registry = textAt(cursor);
    else if (field === 'License') listed.license = textAt(cursor);
    else if (fields.includes(field)) listed.needs[fields.indexOf(field)] = readNames(cursor);
    else if (remoteFields.has(field)) listed.remote = { ...listed.remote, [field]: cursor.value() };
    else cursor.skip();
  }
  return listed;
};

interface LockDocument {
  packages: readonly Listed[] | undefined;
  hasVersionOfR: boolean;
}

const readDocument = (text: string): LockDocument => {
  const document: LockDocument = { packages: undefined, hasVersionOfR: false };
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'Packages') {
        const members = membersAt(cursor, readListed);
        document.packages = members && [...members.values()];
      } else {
        if (key === 'R') document.hasVersionOfR = cursor.isObject();
        cursor.skip();
      }
    }
  });
  return document;
};

const packageOf = (listed: Listed): FoundPackage | undefined => {
  const { name, version, license, needs } = listed;
  if (!asText(name) || version === undefined) return undefined;
  const dependsOn = unique(needs.length === 1 ? [...needs[0]!] : needs.flatMap((names) => names ?? []));
  const source = sourceOf(listed);
  if (source === fromCran) return { key: name, name, version, ecosystem: 'CRAN', license, dependsOn };
  return { key: name, name, version, ...source, ...(license && { license }), dependsOn };
};

/** Returns the packages that a DESCRIPTION requests. */
const askedByDescription = (text: string | undefined): string[] => {
  const names: string[] = [];
  const unfolded = (text ?? '').replace(/\r?\n[ \t]{1,100}/g, ' ');
  for (const line of unfolded.split(/\r?\n/))
    if (/^(?:Depends|Imports|LinkingTo):/.test(line))
      addNames(names, asText(line.slice(line.indexOf(':') + 1), 65_536) ?? '');
  return names;
};

/** Reads renv.lock: every package with its source, and the graph. A DESCRIPTION next to it states what is direct. */
export const readRenvLock: LockfileReader = ({ path, text, notes, readText }) => {
  const document = readDocument(text);
  if (!document.packages) throw new UnreadableFile('it has no table of packages');
  if (!document.hasVersionOfR) notes.add(signsOfCut, 'no version of R');
  const packages: FoundPackage[] = [];
  for (const listed of limitPackages(document.packages, notes)) {
    const found = packageOf(listed);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, listed.name);
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
