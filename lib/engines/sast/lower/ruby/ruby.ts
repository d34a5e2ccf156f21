import type { Grammar } from '../lowering.ts';
import { rubyExpressions } from './ruby-expressions.ts';
import { begin } from './ruby-state.ts';
import { rubyStatements } from './ruby-statements.ts';

export const rubyGrammar: Grammar = { expressions: rubyExpressions, statements: rubyStatements, begin };
