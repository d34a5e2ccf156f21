import { pythonExpressions } from './python-expressions.ts';
import { pythonStatements } from './python-statements.ts';
import type { Grammar } from './lowering.ts';

export const pythonGrammar: Grammar = { expressions: pythonExpressions, statements: pythonStatements };
