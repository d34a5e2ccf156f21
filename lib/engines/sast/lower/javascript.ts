import { javascriptExpressions } from './javascript-expressions.ts';
import { javascriptStatements } from './javascript-statements.ts';
import type { Grammar } from './lowering.ts';

/** The grammar of JavaScript, TypeScript and JSX. */
export const javascriptGrammar: Grammar = {
  expressions: javascriptExpressions,
  statements: javascriptStatements,
};
