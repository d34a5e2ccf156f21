import { purlOfParts } from '@scangate/engines/purl/package-url';
import { unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { usesOf, type Use } from './used-actions.ts';

const repository = /^([\w.-]{1,100})\/([\w.-]{1,100})((?:\/[^@\s]{1,500})?)@([^\s@]{1,255})$/;
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
const versionInComment = /(?:^|[\s@=])(v?\d{1,9}(?:\.\d{1,9}){0,2}(?:-[\w.]{1,50})?)(?=$|[\s,;)])/;
const imageForm =
  /^docker:\/\/((?:[\w.-]{1,200}(?::\d{1,5})?\/)?[\w./-]{1,300}?)(?::([\w.-]{1,128}))?(?:@(sha256:[0-9a-f]{64}))?$/;

const imageOf = (value: string): FoundPackage | undefined => {
  const [, path = '', tag, digest] = imageForm.exec(value) ?? [];
  if (path === '') return undefined;
  const stated = digest ?? tag;
  const [host = '', ...rest] = path.split('/');
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(host);
  const own = isHost ? rest : [host, ...rest];
  const purl = purlOfParts({
    type: 'docker',
    name: own.at(-1),
    namespace: own.slice(0, -1).join('/'),
    version: stated,
    ...(isHost && { qualifiers: { repository_url: host } }),
  });
  return {
    key: value,
    name: path,
    ...(stated !== undefined && { version: stated }),
    ...(purl !== undefined && { purl }),
    ...(digest !== undefined && { hashes: [{ alg: 'SHA-256', content: digest.slice('sha256:'.length) }] }),
  };
};

/**
 * Returns an action or a reusable workflow. When it is pinned by a hash, the comment after it names the version, as
 * update tools write it; the package URL has the hash.
 */
const actionOf = ({ value, comment }: Use): FoundPackage | undefined => {
  const [, owner = '', name = '', , ref = ''] = repository.exec(value) ?? [];
  if (owner === '') return undefined;
  const isPinned = hash.test(ref);
  const stated = isPinned ? versionInComment.exec(comment)?.[1] : ref;
  const purl = purlOfParts({
    type: 'githubactions',
    namespace: owner,
    name,
    version: stated ?? ref,
    ...(isPinned && {
      qualifiers: { vcs_url: `git+https://github.com/${owner}/${name}@${ref.toLowerCase()}` },
    }),
  });
  return {
    key: `${owner}/${name}@${stated ?? ''} ${ref}`.toLowerCase(),
    ecosystem: 'GitHub Actions',
    name: `${owner}/${name}`,
    version: stated ?? ref,
    ...(purl !== undefined && { purl }),
  };
};

/**
 * Reads the actions, reusable workflows and container images that a workflow or an action uses. Those of the
 * repository itself (`./`) are its own code; an image built from its Dockerfile and an expression name nothing that
 * could be looked up.
 */
export const readActions: LockfileReader = ({ text, notes }) => {
  if (text.includes('\0')) throw new UnreadableFile('it is not a valid YAML file');
  const { uses, tooLong } = usesOf(text);
  if (tooLong > 0) notes.add(unreadableEntries, `${tooLong} lines are too long`);
  const packages = new Map<string, FoundPackage>();
  for (const use of uses) {
    const { value } = use;
    if (/^\.{1,2}(?:\/|$)/.test(value) || value === 'docker://Dockerfile') continue;
    const found = value.startsWith('docker://') ? imageOf(value) : actionOf(use);
    if (value.includes('${{')) notes.add('names that only a run knows', value);
    else if (!found) notes.add(unreadableEntries, value);
    else if (packages.size >= maxPackages && !packages.has(found.key)) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  return { packages: [...packages.values()] };
};
