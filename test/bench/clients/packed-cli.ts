import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, writePackageFiles } from '#release/packages.ts';

const root = join(import.meta.dirname, '../../..');

/** The command line as it is published. */
export interface PackedCli {
  launcher: string;
  dist: string;
  /** The size of the archive that `npm pack` makes. */
  packedBytes: number;
}

/** Writes the package of the command line into a folder, as `npm pack` does. */
export const packCommandLine = async (folder: string): Promise<PackedCli> => {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  await writePackageFiles(root, 'cli', dist);
  const source = readFileSync(join(root, publishedPackages.cli.folder, 'package.json'), 'utf8');
  const manifest = publishedPackages.cli.manifest(JSON.parse(source) as never);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const told = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(told) as { size: number }[];
  return { launcher: join(dist, 'scangate.mjs'), dist, packedBytes: packed?.size ?? Number.NaN };
};
