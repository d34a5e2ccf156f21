import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import type { Lowering } from '../lowering.ts';
import { creationOf } from './csharp-creations.ts';
import { simpleType } from './csharp-types.ts';

/** Lowers the value of a declaration: `T x = new(…)` has the type from its declaration. */
export const valueOf = (value: Syntax, type: Syntax | undefined, lower: Lowering): Expression =>
  value.kind === 'implicit_object_creation_expression' && type
    ? creationOf(value, simpleType(type), lower)
    : lower.expression(value);
