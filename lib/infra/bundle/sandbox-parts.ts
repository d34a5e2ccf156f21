import type { Metafile, OutputFile } from 'esbuild';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { repository } from './cloud-options.ts';
import type { BundleFile } from './to-common-js.ts';

/** The names of files that sandboxes share, beside the folders of their functions. */
export const sandboxParts = 'sandbox-[hash]';

/** An import of a shared file, as the bundler writes it into the file of a folder below. */
const importFromFolder = /(?<=["'])\.\.\/(?=sandbox-\w+\.mjs["'])/g;

interface Built {
  files: readonly OutputFile[];
  metafile: Metafile;
}

/** Finds the outputs that one of them imports, itself included, at once or on demand. */
const reachableFrom = (entry: string, { outputs }: Metafile): Set<string> => {
  const found = new Set<string>();
  const follow = (output: string): void => {
    const known = outputs[output];
    if (!known || found.has(output)) return;
    found.add(output);
    for (const { path, external } of known.imports) if (external !== true) follow(path);
  };
  follow(entry);
  return found;
};

/**
 * Gives the folder of each function a copy of the files that its sandbox shares with others: a Lambda gets its own folder
 * and nothing else.
 */
export const intoFolders = ({ files, metafile }: Built): { files: BundleFile[]; metafile: Metafile } => {
  const byOutput = new Map(
    files.map((file) => [relative(repository, file.path).replaceAll('\\', '/'), file]),
  );
  const placed: BundleFile[] = [];
  const outputs: Metafile['outputs'] = {};
  // A file that is loaded on demand is an entry to the bundler, too.
  for (const entry of Object.keys(metafile.outputs).filter((output) => output.endsWith('.sandbox.mjs'))) {
    const folder = dirname(entry);
    for (const output of reachableFrom(entry, metafile)) {
      const target = join(folder, basename(output)).replaceAll('\\', '/');
      const [known, file, map] = [
        metafile.outputs[output],
        byOutput.get(output),
        byOutput.get(`${output}.map`),
      ];
      if (known) outputs[target] = known;
      const path = resolve(repository, target);
      if (file) placed.push({ path, contents: file.text.replace(importFromFolder, './') });
      if (map) placed.push({ path: `${path}.map`, contents: map.contents });
    }
  }
  return { files: placed, metafile: { ...metafile, outputs } };
};
