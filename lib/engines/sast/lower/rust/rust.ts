import type { Grammar } from '../lowering.ts';
import { rustBlocks } from './rust-blocks.ts';
import { rustExpressions } from './rust-expressions.ts';
import { rustItems } from './rust-items.ts';
import { rustStatements } from './rust-statements.ts';

/**
 * Rust paths are dotted: `std::process::Command` and an imported `Command` are both `std.process.Command`. The name
 * of a macro keeps its `!` (`sqlx.query!`).
 */
export const rustGrammar: Grammar = {
  expressions: { ...rustExpressions, ...rustBlocks },
  statements: { ...rustStatements, ...rustItems },
};
