import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inputsOf, storeBuild } from '#local/build-folder.ts';
import { bundleCommands, bundleEngines } from './command-line-files.ts';

/** Files that locate others relative to themselves, or belong to other commands. */
const unbundled = ['lib/local/offline/service-bucket.ts'];

/**
 * Bundles `bin/cli.ts`, which starts several times faster than its modules.
 * @param folder of the builds and their record.  @returns the path of the entry file.
 */
export const bundleCommandLine = async (root: string, folder: string): Promise<string> => {
  const startedAt = Date.now();
  const commands = await bundleCommands(root, './offline.mjs');
  const engines = await bundleEngines(root, {
    // As deep as the folder in which a build is stored.
    outdir: join(folder, 'bundle'),
    external: unbundled.map((path) => join(root, path)),
  });
  return storeBuild(folder, {
    startedAt,
    inputs: inputsOf(root, [
      ...commands.inputs,
      ...engines.inputs,
      ...unbundled,
      'lib/release/bundle-command-line.ts',
      'lib/release/command-line-files.ts',
    ]),
    entry: 'cli.mjs',
    write: (directory) => {
      for (const { path, contents } of [...commands.files, ...engines.files])
        writeFileSync(join(directory, basename(path)), contents);
    },
  });
};
