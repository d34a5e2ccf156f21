import { Notes } from '../gap-notes.ts';
import { parseGemfileLock } from '../ruby/gemfile-lock-sections.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

const gemHosts: ReadonlySet<string> = new Set(['rubygems.org', 'index.rubygems.org', 'www.rubygems.org']);

/** Reads Gemfile.lock. Only a file with a CHECKSUMS section states hashes. */
export const gemfileSources: SourceReader = ({ text }) => {
  const { gems, checksums } = parseGemfileLock(text, new Notes());
  const packages = gems.flatMap(({ name, version, platform, source }): LockedSource[] => {
    const { kind, remote: address, revision } = source;
    if (kind === 'PATH') return [];
    const full = platform === undefined ? version : `${version}-${platform}`;
    const named = { name, version, mark: `    ${name} (${full})`, ...(address !== undefined && { address }) };
    if (kind === 'GIT' || revision !== undefined) return [{ ...named, kind: 'git' }];
    return [
      { ...named, kind: 'registry', lacksHash: checksums.size > 0 && !checksums.has(`${name} (${full})`) },
    ];
  });
  return { ecosystem: 'RubyGems', packages, publicHosts: gemHosts };
};
