import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { nameExpression } from '../lowering.ts';

const maxNameLength = 200;

/** Returns a name with its namespace as a dotted path: `\App\User` is `App.User`. */
export const qualifiedName = ({ text }: Syntax): string =>
  text.slice(0, maxNameLength).replace(/^\\/, '').replaceAll('\\', '.');

/** Returns the name of a function; names without a namespace are case-insensitive. */
export const functionName = (node: Syntax): string => {
  const name = qualifiedName(node);
  return name.includes('.') ? name : name.toLowerCase();
};

/** Returns the class of a type declaration; of a union, the first one that is not null. */
export const typeName = (node: Syntax | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (node.kind === 'primitive_type' || node.kind === 'named_type') return qualifiedName(node);
  const named = node.children.filter(({ text }) => text !== 'null');
  return typeName(named[0]);
};

/** The object that represents the class of a static member: `self` is the object itself. */
export const scopeExpression = (node: Syntax): Expression | undefined => {
  if (node.kind === 'relative_scope') return nameExpression('this', node);
  if (node.kind === 'name' || node.kind === 'qualified_name')
    return nameExpression(qualifiedName(node), node);
  return undefined;
};
