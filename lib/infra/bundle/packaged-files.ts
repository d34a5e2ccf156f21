import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

const grammars = [
  'javascript',
  'typescript',
  'tsx',
  'python',
  'java',
  'go',
  'c-sharp',
  'rust',
  'php',
  'ruby',
];

/**
 * Modules that read files of packages as they run, which bundlers do not see: the parser with the grammars of the supported
 * dialects, and the page of the reference.
 */
const packagedFiles: Readonly<Record<string, readonly string[]>> = {
  'lib/engines/sast/parser.ts': [
    'package.json',
    'wasm/tree-sitter.js',
    'wasm/tree-sitter.wasm',
    ...grammars.map((name) => `wasm/tree-sitter-${name}.wasm`),
  ].map((file) => `@vscode/tree-sitter-wasm/${file}`),
  'lib/runtime/docs/redoc-files.ts': [
    'redoc/package.json',
    'redoc/bundles/redoc.standalone.js',
    'redoc/bundles/redoc.standalone.js.LICENSE.txt',
  ],
};

/**
 * Copies what the modules of a bundle read into its folder, as packages that the bundle finds there.
 * @param sources are the modules that the bundle is made of.
 */
export const copyPackages = async (
  bundle: string,
  sources: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const files = Object.keys(sources).flatMap((source) => packagedFiles[source] ?? []);
  for (const file of files) {
    const target = join(bundle, 'node_modules', file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, 'node_modules', file), target);
  }
};
