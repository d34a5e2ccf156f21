import { parseJson } from '../parse/parse-document.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

/** Hosts of code that Packagist refers to, and of the package repositories of large projects. */
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

/** Returns why an archive is not of the repository and the commit that the entry names. */
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

const sourceOf = (entry: unknown): LockedSource[] => {
  const name = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  const [dist, source] = [member(entry, 'dist'), member(entry, 'source')];
  if (!name || asText(member(dist, 'type')) === 'path') return [];
  const named = { name, mark: `"name": ${JSON.stringify(name)}`, ...(version !== undefined && { version }) };
  const url = asText(member(dist, 'url'), 4096);
  const repository = asText(member(source, 'url'), 4096);
  if (url === undefined)
    return repository === undefined ? [] : [{ ...named, kind: 'git', address: repository }];
  const [reference, sum] = ['reference', 'shasum'].map((key) => asText(member(dist, key)));
  const origin = asText(member(source, 'reference'));
  const mismatch = mismatchOf(
    { url, reference },
    {
      ...(repository !== undefined && { url: repository }),
      ...(origin !== undefined && { reference: origin }),
    },
  );
  const lacksHash = reference === undefined && sum === undefined;
  return [
    { ...named, kind: 'registry', address: url, lacksHash, ...(mismatch !== undefined && { mismatch }) },
  ];
};

/** Reads composer.lock, where a commit is what an archive is verified by; few archives have a hash. */
export const composerSources: SourceReader = ({ text }) => {
  const document = parseJson(text);
  const packages = ['packages', 'packages-dev'].flatMap((list) =>
    asList(member(document, list)).flatMap(sourceOf),
  );
  return { ecosystem: 'Packagist', packages, publicHosts: codeHosts };
};
