import { javaExpressions } from './java-expressions.ts';
import { javaStatements } from './java-statements.ts';
import type { Grammar } from './lowering.ts';

/** Java classes are known by their simple names: `java.sql.Statement` and an imported `Statement` are both `Statement`. */
export const javaGrammar: Grammar = { expressions: javaExpressions, statements: javaStatements };
