import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Syntax } from './syntax.ts';

/** The dialects, by the grammar that parses them. */
const grammarFiles = {
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  Tsx: 'tsx',
  python: 'python',
  java: 'java',
  go: 'go',
  csharp: 'c-sharp',
  rust: 'rust',
  php: 'php',
  ruby: 'ruby',
} as const;
export type Dialect = keyof typeof grammarFiles;

// The grammars are WebAssembly files beside the program: neither bundled nor built for one machine.
const require = createRequire(import.meta.url);
const library = '@vscode/tree-sitter-wasm/wasm';
const { Parser, Language } = require(
  `${library}/tree-sitter.js`,
) as typeof import('@vscode/tree-sitter-wasm');

/** Loaded with the module, since most units have code of them. */
const common: readonly Dialect[] = ['JavaScript', 'TypeScript', 'Tsx', 'python', 'java', 'go'];

const grammars = new Map<Dialect, InstanceType<typeof Language>>();

/** Loads the grammars of these dialects that are not loaded yet, so that analyzing is synchronous. */
export const loadDialects = async (dialects: Iterable<Dialect>): Promise<void> => {
  const missing = [...new Set(dialects)].filter((dialect) => !grammars.has(dialect));
  await Promise.all(
    missing.map(async (dialect) => {
      const file = require.resolve(`${library}/tree-sitter-${grammarFiles[dialect]}.wasm`);
      grammars.set(dialect, await Language.load(readFileSync(file)));
    }),
  );
};

await Parser.init();
await loadDialects(common);
const parser = new Parser();
let parsed: ReturnType<typeof parser.parse> = null;

/**
 * Parses a text of a dialect that is loaded. The tree is valid until the next call; broken syntax is in it as error
 * nodes. @throws Error when the dialect is not loaded.
 */
export const parse = (dialect: Dialect, text: string): Syntax => {
  parsed?.delete();
  const grammar = grammars.get(dialect);
  if (!grammar) throw new Error(`the grammar of ${dialect} is not loaded`);
  parser.setLanguage(grammar);
  parsed = parser.parse(text);
  if (!parsed) throw new Error('the parser gave no tree');
  return new Syntax(parsed.rootNode);
};

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));
const opening = codesOf('([{');
const closing = codesOf(')]}');
/** Characters that no list of type arguments contains. */
const endingTypes = codesOf(';{}"\'');
const [lessThan, greaterThan] = codesOf('<>');

const maxNesting = 400;
const maxOpenTypes = 100;

/**
 * Returns whether a text nests brackets deeper than people do. The parser has no limit of its own: thousands of them
 * take it minutes, or end the process.
 */
export const isNestedTooDeeply = (text: string): boolean => {
  let nesting = 0;
  let types = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (opening.has(code)) {
      nesting += 1;
      if (nesting > maxNesting) return true;
    } else if (closing.has(code)) nesting = Math.max(0, nesting - 1);
    else if (code === lessThan) {
      types += 1;
      if (types > maxOpenTypes) return true;
    } else if (code === greaterThan) types = Math.max(0, types - 1);
    if (endingTypes.has(code)) types = 0;
  }
  return false;
};
