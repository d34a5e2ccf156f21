import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Syntax } from './syntax.ts';

/** The dialects there are, by the grammar that reads them. */
const grammarFiles = {
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  Tsx: 'tsx',
  python: 'python',
  java: 'java',
  go: 'go',
} as const;
export type Dialect = keyof typeof grammarFiles;

// Neither bundled nor built for a machine: WebAssembly, found beside what runs.
const require = createRequire(import.meta.url);
const library = '@vscode/tree-sitter-wasm/wasm';
const { Parser, Language } = require(
  `${library}/tree-sitter.js`,
) as typeof import('@vscode/tree-sitter-wasm');

// Made ready once, as the module is loaded: analysing itself waits for nothing.
await Parser.init();
const grammars = new Map(
  await Promise.all(
    Object.entries(grammarFiles).map(async ([dialect, name]) => {
      const file = require.resolve(`${library}/tree-sitter-${name}.wasm`);
      return [dialect, await Language.load(readFileSync(file))] as const;
    }),
  ),
);
const parser = new Parser();
let parsed: ReturnType<typeof parser.parse> = null;

/** The syntax tree of a text, until the next is parsed; what is no proper syntax is in it as an error. */
export const parse = (dialect: Dialect, text: string): Syntax => {
  parsed?.delete();
  parser.setLanguage(grammars.get(dialect) ?? null);
  parsed = parser.parse(text);
  if (!parsed) throw new Error('the parser gave no tree');
  return new Syntax(parsed.rootNode);
};

const maxNesting = 400;
const maxOpenTypes = 100;

/**
 * Whether a text opens more brackets than people do. The parser has no bound of its own: thousands of them take it
 * minutes, or end the process.
 */
export const isNestedTooDeeply = (text: string): boolean => {
  let nesting = 0;
  let types = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x7b) {
      nesting += 1;
      if (nesting > maxNesting) return true;
    } else if (code === 0x29 || code === 0x5d || code === 0x7d) nesting = Math.max(0, nesting - 1);
    else if (code === 0x3c) {
      types += 1;
      if (types > maxOpenTypes) return true;
    } else if (code === 0x3e) types = Math.max(0, types - 1);
    if (code === 0x3b || code === 0x7b || code === 0x7d || code === 0x22 || code === 0x27) types = 0;
  }
  return false;
};
