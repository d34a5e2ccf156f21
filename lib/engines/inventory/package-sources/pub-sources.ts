import { parseYamlStream } from '../parse/parse-document.ts';
import { asAddress, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

export const pubHosts: ReadonlySet<string> = new Set(['pub.dev', 'pub.dartlang.org']);

/** Reads pubspec.lock. It states hashes since Dart 2.19. */
export const pubSources: SourceReader = ({ text }) => {
  const entries = entriesOf(member(parseYamlStream(text)[0], 'packages'));
  const hashOf = (entry: unknown): unknown => member(member(entry, 'description'), 'sha256');
  const statesHashes = entries.some(([, entry]) => hashOf(entry) !== undefined);
  const packages = entries.flatMap(([key, entry]): LockedSource[] => {
    const description = member(entry, 'description');
    const [source, name] = [asText(member(entry, 'source')), asText(member(description, 'name'))];
    const [address, version] = [asAddress(member(description, 'url')), asText(member(entry, 'version'))];
    const named = { name: key, mark: `  ${key}:`, ...(address !== undefined && { address }) };
    if (source === 'git') return [{ ...named, kind: 'git' }];
    if (source !== 'hosted') return [];
    const mismatch = name !== undefined && name !== key ? `it is the package ${name}` : undefined;
    return [
      {
        ...named,
        ...(version !== undefined && { version }),
        kind: 'registry',
        lacksHash: statesHashes && hashOf(entry) === undefined,
        ...(mismatch !== undefined && { mismatch }),
      },
    ];
  });
  return { ecosystem: 'Pub', packages, publicHosts: pubHosts };
};
