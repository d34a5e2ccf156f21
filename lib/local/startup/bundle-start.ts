import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { inputsOf, storeBuild } from '#local/build-folder.ts';

/** Packages that only a start with changed sources needs, or that look for their own files. */
const external = [
  'aws-cdk-lib',
  'cdk-nag',
  'constructs',
  'esbuild',
  'isomorphic-git',
  'vite',
  '@vscode/tree-sitter-wasm',
];

/** A build is in a folder of its own below the folder of the builds, both in `build`. */
const toRoot = '../../../';

/** Makes a module find its own location although it is bundled into one file with others. */
const ownPlaces = (root: string): Plugin => ({
  name: 'own places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(?:[cm]?js|ts)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const place = relative(root, path).split(sep).join('/');
      const url = `const importMetaUrl = new URL(${JSON.stringify(toRoot + place)}, startUrl).href;`;
      const folder = `const importMetaDirname = process.getBuiltinModule('node:path').dirname(process.getBuiltinModule('node:url').fileURLToPath(importMetaUrl));`;
      return {
        contents: `${url}${folder}\n${text}`,
        loader: extname(path) === '.ts' ? 'ts' : 'js',
        resolveDir: dirname(path),
      };
    }),
});

/** The namespace of modules of Node, which are no files. */
const builtIn = 'built-in';

/** Imports of `node:http` load all of undici, whose classes it exports, and before Java is started; this does not. */
const httpWithoutUndici: Plugin = {
  name: 'http without undici',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:)?http$/ }, () => ({ path: 'node:http', namespace: builtIn }));
    onLoad({ filter: /.*/, namespace: builtIn }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles what `bin/local.mjs` starts: it consists of a thousand modules, and loading them takes longer than
 * starting Java.
 * @param folder of the builds and their record.
 */
export const bundleStart = async (root: string, folder: string): Promise<string> => {
  const startedAt = Date.now();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      'open-data': 'lib/local/startup/open-data.ts',
      serve: 'lib/local/startup/serve-local.ts',
      'prepare-next-start': 'lib/local/startup/prepare-next-start.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    external,
    define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': 'importMetaDirname' },
    // CommonJS packages use `require`, which a module does not have.
    banner: {
      js: "const startUrl=import.meta.url;const require=process.getBuiltinModule('node:module').createRequire(startUrl);",
    },
    plugins: [ownPlaces(root), httpWithoutUndici],
    metafile: true,
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  });
  return storeBuild(folder, {
    startedAt,
    inputs: inputsOf(
      root,
      Object.keys(metafile.inputs).filter((path) => !path.startsWith(`${builtIn}:`)),
    ),
    entry: 'serve.mjs',
    write: (directory) => {
      for (const { path, contents } of outputFiles) writeFileSync(join(directory, basename(path)), contents);
    },
  });
};
