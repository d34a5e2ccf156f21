import { goExpressions } from './go-expressions.ts';
import { goStatements } from './go-statements.ts';
import type { Grammar } from './lowering.ts';

export const goGrammar: Grammar = { expressions: goExpressions, statements: goStatements };
