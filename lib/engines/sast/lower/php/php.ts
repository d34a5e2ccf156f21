import type { Grammar } from '../lowering.ts';
import { phpExpressions } from './php-expressions.ts';
import { phpStatements } from './php-statements.ts';

export const phpGrammar: Grammar = { expressions: phpExpressions, statements: phpStatements };
