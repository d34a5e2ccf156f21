import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { publishedPackages, writePackageFiles, type PackageName } from './packages.ts';
import { releaseAction } from './release-action.ts';

/** A file of a release, by its path with slashes. */
export interface ReleaseFile {
  path: string;
  /** The digest in hexadecimal. */
  sha256: string;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files that describe the release. They list its files and so are not part of it. */
export const releaseNames = { statement: 'release.intoto.json', sums: 'SHA256SUMS' } as const;
export const sbomName = 'sbom.cdx.json';

/** Builds what a release publishes: the repository of the Action, and the packages. */
export const buildRelease = async (root: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  await releaseAction(root, join(folder, 'action'));
  for (const name of Object.keys(publishedPackages) as PackageName[])
    await writePackageFiles(root, name, join(folder, name));
};

/**
 * Lists the files of a release with their contents, in the order of their paths.
 * @throws Error for a link or anything else that is not a file: it could point elsewhere after the signature.
 */
export const releaseFilesOf = (folder: string): ReleaseFile[] => {
  const about: readonly string[] = Object.values(releaseNames);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => {
      const place = join(entry.parentPath, entry.name);
      const path = relative(folder, place).split(sep).join('/');
      if (entry.isDirectory() || about.includes(path)) return [];
      if (!entry.isFile()) throw new Error(`${path} is no file`);
      return [{ path, sha256: sha256Of(readFileSync(place)) }];
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
};
