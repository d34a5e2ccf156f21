import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { asAddress, asList, asText, member } from '../parse/untrusted-value.ts';
import { pypiName } from '../python/python-requirement.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';
import { fromRegistry, python } from './python-sources.ts';

const entriesOfList = (text: string, list: string): readonly unknown[] =>
  asList(member(parseOlderYamlStream(text)[0], list));

/** Returns the source of what pip installs from an address, which no index is stated for. */
const sourceAt = (entry: unknown, address: string | undefined, isHashed: boolean): LockedSource[] => {
  const stated = asText(member(entry, 'name'));
  if (stated === undefined || address === undefined) return [];
  const version = asText(member(entry, 'version'));
  const named = {
    name: pypiName(stated),
    mark: `name: ${stated}`,
    ...(version !== undefined && { version }),
  };
  if (/^(?:git|hg|svn|bzr)\+/.test(address)) return [{ ...named, kind: 'git', address }];
  if (address.startsWith('direct+')) return [{ ...named, kind: 'url', address }];
  if (!/^https?:/.test(address)) return [];
  return [fromRegistry(named, { names: [address], count: 1, hashed: isHashed ? 1 : 0 }, undefined)];
};

/** Reads where pip takes packages from; those of conda come from its channels. */
export const condaLockSources: SourceReader = ({ text }) =>
  python(
    entriesOfList(text, 'package')
      .filter((entry) => asText(member(entry, 'manager')) === 'pip')
      .flatMap((entry) => {
        const hash = member(entry, 'hash');
        const isHashed = [member(hash, 'sha256'), member(hash, 'md5')].some(
          (each) => asText(each) !== undefined,
        );
        return sourceAt(entry, asAddress(member(entry, 'url')), isHashed);
      }),
  );

/** Reads the same in a lockfile of pixi, which has the URL under a key for its kind since version 6. */
export const pixiSources: SourceReader = ({ text }) =>
  python(
    entriesOfList(text, 'packages').flatMap((entry) => {
      const isOfPip = asText(member(entry, 'kind')) === 'pypi';
      const address =
        asAddress(member(entry, 'pypi')) ?? (isOfPip ? asAddress(member(entry, 'url')) : undefined);
      return sourceAt(entry, address, asText(member(entry, 'sha256')) !== undefined);
    }),
  );
