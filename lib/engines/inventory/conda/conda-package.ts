import { purlOfParts } from '@scangate/engines/purl/package-url';
import { asciiClass, consistsOf } from '@scangate/engines/text/ascii-class';
import { fileHashes } from '../hashes.ts';
import type { Notes } from '../gap-notes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import { asText, member } from '../parse/untrusted-value.ts';

/** `https://host/channel/subdir/name-version-build.conda`; a mirror has more segments before the channel. */
const archive =
  /\/([\w.-]{1,100})\/([\w-]{1,40})\/([\w.-]{1,200})-([^-/\s]{1,100})-([^-/\s]{1,100})\.(?:conda|tar\.bz2)(?:[?#]|$)/;

interface CondaArchive {
  channel: string;
  subdir: string;
  name: string;
  version: string;
  build: string;
}

/** Reads the parts of a package's URL. */
export const archiveOf = (url: string): CondaArchive | undefined => {
  const [, channel, subdir, name, version, build] = archive.exec(url.slice(0, 2048)) ?? [];
  if (!channel || !subdir || !name || !version || !build) return undefined;
  return { channel, subdir, name, version, build };
};

const unreserved = asciiClass(/[\w.~:-]/);
const isPlain = (part: string): boolean => consistsOf(part, unreserved);

/** Writes the package URL of a package in a channel whose parts need no encoding; undefined for any other. */
const usualPurl = (name: string, version: string, channel: string): string | undefined =>
  isPlain(name) && isPlain(version) && isPlain(channel)
    ? `pkg:conda/${name}@${version}?channel=${channel}`
    : undefined;

/** Makes a conda package; no advisories exist for them. */
export const condaPackage = (
  { name, version }: { name: string; version?: string | undefined },
  { build, channel }: Partial<Pick<CondaArchive, 'build' | 'channel'>> = {},
): FoundPackage => {
  const key = `conda ${name}@${version ?? ''}${build ? `=${build}` : ''}`;
  const usual = build || !channel || !version ? undefined : usualPurl(name, version, channel);
  if (version !== undefined && usual !== undefined) return { key, name, version, purl: usual };
  const qualifiers = { ...(build && { build }), ...(channel && { channel }) };
  const purl = purlOfParts({ type: 'conda', name, version, qualifiers });
  return { key, name, ...(version !== undefined && { version }), ...(purl !== undefined && { purl }) };
};

/** Notes an entry whose URL, which its installer follows, is that of another package or version. */
export const noteOtherArchive = (
  { name, version }: Pick<FoundPackage, 'name' | 'version'>,
  url: string | undefined,
  notes: Notes,
): void => {
  const archived = archiveOf(url ?? '');
  if (archived && (archived.name !== name || archived.version.replaceAll('%21', '!') !== version))
    notes.add('entries with the URL of another package or version', `${name} ${version ?? ''}`);
};

/** Reads `md5` and `sha256` of an entry. */
export const hashesIn = (table: unknown): FoundPackage['hashes'] =>
  fileHashes(
    (['md5', 'sha256'] as const).flatMap((algorithm) => {
      const text = asText(member(table, algorithm));
      return text === undefined ? [] : [`${algorithm}:${text}`];
    }),
  );
