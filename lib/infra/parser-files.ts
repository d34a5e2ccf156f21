import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The module that loads the parser with `require` as it starts; bundlers do not see that. */
export const parserModule = 'lib/engines/sast/parser.ts';

const grammars = ['javascript', 'typescript', 'tsx', 'python', 'java', 'go'];

/** The parser, and the grammars of the supported dialects. */
const parserFiles: readonly string[] = [
  'package.json',
  'wasm/tree-sitter.js',
  'wasm/tree-sitter.wasm',
  ...grammars.map((name) => `wasm/tree-sitter-${name}.wasm`),
].map((file) => `node_modules/@vscode/tree-sitter-wasm/${file}`);

/** Copies the parser into the folder of a bundle, as a package that the bundle finds there. */
export const copyParser = async (bundle: string): Promise<void> => {
  for (const file of parserFiles) {
    const target = join(bundle, file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, file), target);
  }
};
