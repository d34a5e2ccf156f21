import type { SgNode } from '@ast-grep/napi';
import { createRequire } from 'node:module';
import { Syntax } from './syntax.ts';

/** A dialect as the parser calls it. */
export type Dialect = 'JavaScript' | 'TypeScript' | 'Tsx' | 'python' | 'java' | 'go';

interface Parser {
  parse(dialect: string, text: string): { root(): SgNode };
  registerDynamicLanguage(languages: Record<string, unknown>): void;
}

let parser: Parser | undefined;

/** The native parser is loaded when the first file needs it: most scans do not. */
const load = (): Parser => {
  if (parser) return parser;
  const require = createRequire(import.meta.url);
  const loaded = require('@ast-grep/napi') as Parser;
  loaded.registerDynamicLanguage({
    python: require('@ast-grep/lang-python'),
    java: require('@ast-grep/lang-java'),
    go: require('@ast-grep/lang-go'),
  });
  parser = loaded;
  return loaded;
};

/** The syntax tree of a text; what is no proper syntax is in it as an error. @throws Error when there is no parser for this machine */
export const parse = (dialect: Dialect, text: string): Syntax =>
  new Syntax(load().parse(dialect, text).root());

const maxNesting = 400;
const maxOpenTypes = 100;

/**
 * Whether a text opens more brackets than people do. The native parser has no bound of its own: thousands of them
 * take it minutes, or end the process.
 */
export const isTooDeep = (text: string): boolean => {
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
