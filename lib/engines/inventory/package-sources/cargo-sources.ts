import type { LockedSource, SourceReader } from './locked-source.ts';
import { linesOf } from '../parse/lines.ts';

const cratesHosts: ReadonlySet<string> = new Set(['github.com/rust-lang/crates.io-index', 'index.crates.io']);
const field = /^(name|version|source|checksum) = "([^"]+)"$/;
const metadataSum = /^"checksum ([^"\s]{1,200}) ([^"\s]{1,200}) [^"]{1,2000}" = "[0-9a-f]{64}"$/;

type Fields = Partial<Record<string, string>>;

const blocksOf = (lines: readonly string[]): Fields[] => {
  const blocks: Fields[] = [];
  let isPackage = false;
  for (const line of lines) {
    if (line.startsWith('[')) {
      isPackage = line === '[[package]]';
      if (isPackage) blocks.push({});
    }
    const [, key, value] = field.exec(line) ?? [];
    const block = blocks.at(-1);
    if (isPackage && block && key !== undefined && value !== undefined) block[key] ??= value;
  }
  return blocks;
};

/** Reads Cargo.lock. Version 1 of the format keeps all checksums in one table at the end. */
export const cargoSources: SourceReader = ({ text }) => {
  const lines = linesOf(text);
  const sums = new Set<string>();
  for (const line of lines) {
    const [, name, version] = metadataSum.exec(line) ?? [];
    if (name !== undefined) sums.add(`${name} ${version}`);
  }
  const packages = blocksOf(lines).flatMap(({ name, version, source, checksum }): LockedSource[] => {
    if (name === undefined || source === undefined) return [];
    const named = { name, mark: `name = "${name}"`, ...(version !== undefined && { version }) };
    if (source.startsWith('git+')) return [{ ...named, kind: 'git', address: source }];
    const lacksHash = checksum === undefined && !sums.has(`${name} ${version}`);
    return [{ ...named, kind: 'registry', address: source, lacksHash }];
  });
  return { ecosystem: 'crates.io', packages, publicHosts: cratesHosts };
};
