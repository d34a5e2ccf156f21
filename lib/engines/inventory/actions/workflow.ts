import { posix } from 'node:path';
import { purlOfParts } from '@scangate/engines/purl/package-url';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import type { Notes } from '../gap-notes.ts';
import {
  unreadableEntries,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { claimedVersions, usesOf } from './used-actions.ts';

const repository = /^([\w.-]{1,100})\/([\w.-]{1,100})((?:\/[^@\s]{1,500})?)@([^\s@]{1,255})$/;
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
const tagRef = /^(?:refs\/)?tags\//;
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

type Claims = ReturnType<typeof claimedVersions>;

/** The slashes between the parts of a name, as the runner takes them. */
const slashes = /[/\\]{1,100}/g;

const actionAt = (
  [owner, name, ref]: readonly [owner: string, name: string, ref: string],
  claimed: string | undefined,
): FoundPackage => {
  const version = claimed ?? ref.replace(tagRef, '');
  const purl = purlOfParts({
    type: 'githubactions',
    namespace: owner,
    name,
    version,
    ...(hash.test(ref) && {
      qualifiers: { vcs_url: `git+https://github.com/${owner}/${name}@${ref.toLowerCase()}` },
    }),
  });
  return {
    key: `${owner}/${name}@${claimed ?? ''} ${ref}`.toLowerCase(),
    ecosystem: 'GitHub Actions',
    name: `${owner}/${name}`,
    version,
    ...(purl !== undefined && { purl }),
  };
};

/**
 * Returns an action or a reusable workflow. One that is pinned by a hash has each version that a comment claims for it;
 * its package URL has the hash, by which the version is known to be a claim.
 */
const actionsOf = (value: string, claims: Claims): FoundPackage[] => {
  const written = value.replaceAll(slashes, '/').replace(/^\//, '');
  const [, owner, name, , ref] = repository.exec(written) ?? [];
  if (owner === undefined || name === undefined || ref === undefined) return [];
  const claimed = hash.test(ref) ? claims.get(value.toLowerCase()) : undefined;
  return [...(claimed ?? [undefined])].map((version) => actionAt([owner, name, ref], version));
};

/**
 * Reads the actions, reusable workflows and container images that a workflow or an action uses. Those of the
 * repository itself (`./`) are its own code; an image built from its Dockerfile and an expression name nothing that
 * could be looked up.
 */
export const readActions: LockfileReader = (input) => {
  const packages = new Map<string, FoundPackage>();
  const texts = [input.text, ...vendoredActions(input)];
  for (const text of texts) addUses(text, packages, input.notes);
  return { packages: [...packages.values()] };
};

const ownAction = /^\.{1,2}(?:[/\\]|$)/;
const maxOwnActions = 200;

/**
 * Returns the texts of actions of the repository that are in folders of third-party code, where none are looked for, and of
 * those that they use there. Paths start at the root of the repository.
 */
const vendoredActions = ({ text, notes, readText }: LockfileInput): string[] => {
  const seen = new Set<string>();
  const open = [text];
  for (const each of open)
    for (const value of usesOf(each)) {
      const place = ownAction.test(value) ? posix.normalize(value.replaceAll(slashes, '/')) : '';
      if (place === '' || seen.has(place) || !isThirdPartyPath(`${place}/x`)) continue;
      seen.add(place);
      const found = ['action.yml', 'action.yaml'].map((name) => readText(posix.join(place, name)));
      const own = seen.size > maxOwnActions ? undefined : found.find((one) => one !== undefined);
      if (own === undefined) notes.add('own actions in folders of third-party code that are not read', value);
      else open.push(own);
    }
  return open.slice(1);
};

const addUses = (text: string, packages: Map<string, FoundPackage>, notes: Notes): void => {
  const claims = claimedVersions(text);
  for (const value of usesOf(text)) {
    if (ownAction.test(value) || value === 'docker://Dockerfile') continue;
    const image = value.startsWith('docker://') ? imageOf(value) : undefined;
    const found = image ? [image] : actionsOf(value, claims);
    if (value.includes('${{')) notes.add('names that only a run knows', value);
    else if (found.length === 0) notes.add(unreadableEntries, value);
    else
      for (const one of found)
        if (packages.size >= maxPackages && !packages.has(one.key)) notes.addOmitted(1);
        else packages.set(one.key, one);
  }
};
