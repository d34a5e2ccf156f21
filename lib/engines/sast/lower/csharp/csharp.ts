import type { Grammar } from '../lowering.ts';
import { csharpCreations } from './csharp-creations.ts';
import { csharpExpressions } from './csharp-expressions.ts';
import { csharpPatterns } from './csharp-patterns.ts';
import { csharpStatements } from './csharp-statements.ts';
import { csharpTexts } from './csharp-texts.ts';

/** C# classes are known by their simple names: `System.IO.File` and an imported `File` are both `File`. */
export const csharpGrammar: Grammar = {
  expressions: { ...csharpExpressions, ...csharpTexts, ...csharpCreations, ...csharpPatterns },
  statements: csharpStatements,
};
