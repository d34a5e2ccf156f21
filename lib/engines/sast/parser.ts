import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { commonDialects, grammarFiles, type Dialect } from './dialect.ts';
import { keepMemory, parserOptions, restoreMemory } from './parser-memory.ts';
import { Syntax } from './syntax.ts';

// The grammars are WebAssembly files next to the program: they are neither bundled nor compiled per platform.
const require = createRequire(import.meta.url);
const library = '@vscode/tree-sitter-wasm/wasm';
const { Parser, Language } = require(
  `${library}/tree-sitter.js`,
) as typeof import('@vscode/tree-sitter-wasm');

/** Whether the memory has been saved with all grammars that are loaded. */
let isKept = false;

const grammars = new Map<Dialect, InstanceType<typeof Language>>();

/** Loads the grammars of these dialects that are not loaded yet, so that analyzing is synchronous. */
export const loadDialects = async (dialects: Iterable<Dialect>): Promise<void> => {
  const missing = [...new Set(dialects)].filter((dialect) => !grammars.has(dialect));
  await Promise.all(
    missing.map(async (dialect) => {
      const file = require.resolve(`${library}/tree-sitter-${grammarFiles[dialect]}.wasm`);
      grammars.set(dialect, await Language.load(readFileSync(file)));
      isKept = false;
    }),
  );
};

// The library's types do not declare an own memory.
await Parser.init(parserOptions as unknown as Parameters<typeof Parser.init>[0]);
await loadDialects(commonDialects);
const parser = new Parser();
let parsed: ReturnType<typeof parser.parse> = null;

/**
 * Thrown for a text that costs the parser more work or memory than code of its length does: it is broken, or was
 * made to.
 */
export class TooBroken extends Error {}

/** The parser reports its progress about 25 times for each KB of the densest code that people or tools write. */
const reportsPerKilobyte = 60;
const leastReports = 1_000;
/** The limit of reports from within broken syntax, each of which takes longer than the one before. */
const maxBrokenReports = 40;
/**
 * The parser reads code once, and again where it looked ahead: an unterminated comment is searched for its end at
 * each of its beginnings.
 */
const readsPerKilobyte = 4;
const leastReads = 100;
/** The parser's buffer holds this much, including a terminator. */
const readLength = 5 * 1024 - 1;

/** Frees what the parser holds, or restores the memory when the tree is nested too deeply for that. */
const orRestore = (free: () => void): void => {
  try {
    free();
  } catch {
    restoreMemory();
  }
};

const parsedWithin = (text: string): typeof parsed => {
  const kilobytes = text.length / 1024;
  const [maxReports, maxReads] = [
    leastReports + reportsPerKilobyte * kilobytes,
    leastReads + readsPerKilobyte * kilobytes,
  ];
  let [reports, broken, reads] = [0, 0, 0];
  const isTooMuch = (): boolean => reports > maxReports || broken > maxBrokenReports || reads > maxReads;
  const progressCallback = ({ hasError }: { hasError: boolean }): boolean => {
    reports += 1;
    if (hasError) broken += 1;
    return isTooMuch();
  };
  let isParsing = true;
  const read = (from: number): string | undefined => {
    // The tree requests the texts of its nodes.
    if (!isParsing) return text.slice(from);
    reads += 1;
    // For the parser the text ends here; its result is dropped below.
    return isTooMuch() ? undefined : text.slice(from, from + readLength);
  };
  try {
    const tree = parser.parse(read, null, { progressCallback });
    isParsing = false;
    if (!tree || !isTooMuch()) return tree;
    orRestore(() => tree.delete());
    return null;
  } catch {
    // The memory is full: its content is no longer reliable.
    restoreMemory();
    throw new TooBroken('the parser is out of memory');
  }
};

/**
 * Parses a text of a dialect that is loaded. The tree is valid until the next call; broken syntax is in it as error
 * nodes. @throws TooBroken. @throws Error when the dialect is not loaded.
 */
export const parse = (dialect: Dialect, text: string): Syntax => {
  const last = parsed;
  parsed = null;
  if (last) orRestore(() => last.delete());
  const grammar = grammars.get(dialect);
  if (!grammar) throw new Error(`the grammar of ${dialect} is not loaded`);
  parser.setLanguage(grammar);
  if (!isKept) {
    keepMemory();
    isKept = true;
  }
  parsed = parsedWithin(text);
  if (!parsed) {
    orRestore(() => parser.reset());
    throw new TooBroken('the parser takes more steps than for any code');
  }
  return new Syntax(parsed.rootNode);
};

/** Returns how many characters of the last text the parser had to recover from, because they fit no syntax. */
export const brokenLength = (): number =>
  parsed?.rootNode.hasError === true
    ? parsed.rootNode
        .descendantsOfType('ERROR')
        .reduce((length, node) => length + (node ? node.endIndex - node.startIndex : 0), 0)
    : 0;

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
 * Returns whether a text nests brackets deeper than people do. The parser has no limit of its own: thousands of
 * levels take it minutes, or end the process.
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
