import type { ExpressionOf } from '../ir.ts';
import type { Value } from './value.ts';

/** Returns a type without its package. */
export const shortName = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Returns every name that a model's tables may use for a callee, the most exact first. */
export const calleeNames = (
  call: ExpressionOf<'call'>,
  callee: Value,
  receiver: Value | undefined,
): string[] => {
  if (call.callee.kind !== 'member' || receiver === undefined) {
    const path = callee.path ?? (call.callee.kind === 'name' ? call.callee.name : undefined);
    return path === undefined ? [] : [path];
  }
  const method = call.callee.name;
  const names = [`${receiver.path ?? '?'}.${method}`];
  if (receiver.type) {
    names.push(`${receiver.type}.${method}`);
    if (receiver.type.includes('.')) names.push(`${shortName(receiver.type)}.${method}`);
  }
  return names;
};
