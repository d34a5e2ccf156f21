import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What loads the parser, by `require` as it starts: bundlers do not see it. */
export const parserModule = 'lib/engines/sast/parser.ts';

const grammars = ['javascript', 'typescript', 'tsx', 'python', 'java', 'go'];

/** The parser, and of its grammars those of the dialects there are. */
const parserFiles: readonly string[] = [
  'package.json',
  'wasm/tree-sitter.js',
  'wasm/tree-sitter.wasm',
  ...grammars.map((name) => `wasm/tree-sitter-${name}.wasm`),
].map((file) => `node_modules/@vscode/tree-sitter-wasm/${file}`);

/** Puts the parser beside a bundle, as a package that it finds there. */
export const copyParser = async (bundle: string): Promise<void> => {
  for (const file of parserFiles) {
    const target = join(bundle, file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, file), target);
  }
};
