import { siblingPath } from '@scangate/engines/units/paths';
import { parseJson } from '../parse/parse-document.ts';
import { asAddress, asText, member } from '../parse/untrusted-value.ts';
import { packagesIn } from '../php/composer-lock.ts';
import { hostOf, type LockedSource, type SourceReader } from './locked-source.ts';

/** Code hosts that Packagist refers to, and hosts of the package repositories of large projects. */
const codeHosts: ReadonlySet<string> = new Set([
  'api.github.com',
  'codeload.github.com',
  'github.com',
  'gitlab.com',
  'api.bitbucket.org',
  'bitbucket.org',
  'packagist.org',
  'repo.packagist.org',
  'repo.packagist.com',
  'ftp.drupal.org',
  'packages.drupal.org',
  'git.drupalcode.org',
  'downloads.wordpress.org',
  'repo.magento.com',
]);

const repositoryForms = [
  /^https:\/\/api\.github\.com\/repos\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:zip|tar)ball\/([^/?]{1,200})$/i,
  /^https:\/\/codeload\.github\.com\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:legacy\.)?(?:zip|tar\.gz)\/([^?]{1,200})$/i,
];
const githubRepository = /github\.com[/:]([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?\/?$/i;

interface Archive {
  url: string;
  reference: string | undefined;
}

/** Returns why an archive does not belong to the repository and the commit that the entry names. */
const mismatchOf = (dist: Archive, source: { url?: string; reference?: string }): string | undefined => {
  const differs = dist.reference && source.reference && dist.reference !== source.reference;
  if (differs) return 'its archive and its repository name different commits';
  const [repository, commit] = repositoryForms.flatMap((form) => form.exec(dist.url)?.slice(1) ?? []);
  if (repository === undefined) return undefined;
  const known = githubRepository.exec(source.url ?? '')?.[1];
  if (known !== undefined && known.toLowerCase() !== repository.toLowerCase())
    return `its archive is of the repository ${repository}`;
  if (commit !== undefined && dist.reference && commit !== dist.reference)
    return 'the address of its archive names another commit';
  return undefined;
};

/**
 * Returns whether the owner of a repository differs from the vendor of the package, when its stated home page agrees
 * with the vendor. Each of the two alone is often out of date.
 */
const isForeign = (entry: unknown, repository: string | undefined): boolean => {
  const ownerOf = (url: string | undefined): string | undefined =>
    /(?:github|gitlab)\.com[/:]([\w.-]{1,100})\//i.exec(url ?? '')?.[1]?.toLowerCase();
  const vendor = asText(member(entry, 'name'))?.split('/', 1)[0]?.toLowerCase();
  const home = ownerOf(asAddress(member(member(entry, 'support'), 'source')));
  const owner = ownerOf(repository);
  return owner !== undefined && home === vendor && owner !== vendor;
};

interface LockContext {
  /** True if packages of Packagist are marked as such. */
  marksRegistry: boolean;
  manifest: string | undefined;
}

const isFromRegistry = (
  entry: unknown,
  repository: string | undefined,
  { marksRegistry, manifest }: LockContext,
): boolean =>
  !marksRegistry ||
  member(entry, 'notification-url') !== undefined ||
  repository === undefined ||
  Boolean(manifest?.replaceAll('\\/', '/').includes(repository.replace(/\.git$/, '')));

const sourceOf = (entry: unknown, context: LockContext): LockedSource[] => {
  const name = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  const [dist, source] = [member(entry, 'dist'), member(entry, 'source')];
  if (!name || asText(member(dist, 'type')) === 'path') return [];
  const named = { name, mark: `"name": ${JSON.stringify(name)}`, ...(version !== undefined && { version }) };
  const url = asAddress(member(dist, 'url'));
  const repository = asAddress(member(source, 'url'));
  if (url === undefined)
    return repository === undefined ? [] : [{ ...named, kind: 'git', address: repository }];
  if (!isFromRegistry(entry, repository, context) && repository !== undefined)
    return [{ ...named, kind: 'git', address: repository }];
  const [reference, sum] = ['reference', 'shasum'].map((key) => asText(member(dist, key)));
  const origin = asText(member(source, 'reference'));
  const mismatch = mismatchOf(
    { url, reference },
    {
      ...(repository !== undefined && { url: repository }),
      ...(origin !== undefined && { reference: origin }),
    },
  );
  if (mismatch === undefined && codeHosts.has(hostOf(url) ?? '') && isForeign(entry, repository))
    return [{ ...named, kind: 'replaced', address: url }];
  const lacksHash = reference === undefined && sum === undefined;
  return [
    { ...named, kind: 'registry', address: url, lacksHash, ...(mismatch !== undefined && { mismatch }) },
  ];
};

/** Reads composer.lock, where the commit verifies an archive; few archives have a hash. */
export const composerSources: SourceReader = ({ path, text, readText }) => {
  const document = parseJson(text);
  const entries = (['packages', 'packages-dev'] as const).flatMap((list) => packagesIn(document, list) ?? []);
  const context = {
    marksRegistry: entries.some((entry) => member(entry, 'notification-url') !== undefined),
    manifest: readText(siblingPath(path, 'composer.json')),
  };
  const packages = entries.flatMap((entry) => sourceOf(entry, context));
  return { ecosystem: 'Packagist', packages, publicHosts: codeHosts };
};
