import type { ClassUnit, Expression } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import type { AnalysisRun } from './analysis-run.ts';
import { shortName } from './callee-names.ts';
import { readFromStore } from './cross-request-stores.ts';
import { asScalar, mergeTaints, sanitizedFor, unknownValue, type Value } from './value.ts';

/** Adds the taint of a source that matches this path. */
export const withSourceTaint = (
  run: AnalysisRun,
  path: string,
  { at, value }: { at: Syntax; value: Value },
): Value => {
  const [source] = run.compiled.reads.find([path]);
  if (source === undefined) return value;
  return { ...value, taints: mergeTaints([run.taintFrom(at, source)], value.taints) };
};

/** Returns the access path of a chain such as `req.query.id`, which keys what tests have shown about it. */
export const accessPathOf = (expression: Expression): string | undefined => {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'member') {
    const object = accessPathOf(expression.object);
    return object && `${object}.${expression.name}`;
  }
  if (expression.kind !== 'index' || expression.index.kind !== 'literal') return undefined;
  const object = accessPathOf(expression.object);
  return object && `${object}.${expression.index.value}`;
};

const fieldTypes = new WeakMap<ClassUnit, ReadonlyMap<string, string | undefined>>();

/** Tells whether the class of an object, in this file, declares a field as a number. */
const isScalarField = (run: AnalysisRun, { type }: Value, key: string): boolean => {
  const unit = type === undefined ? undefined : run.classes.get(shortName(type))?.unit;
  if (unit === undefined) return false;
  const types = fieldTypes.get(unit) ?? new Map(unit.fields.map((field) => [field.name, field.type]));
  fieldTypes.set(unit, types);
  return run.compiled.scalarTypes.has(types.get(key) ?? '');
};

/** Reads the member `key` of an object. */
export const readMember = (
  run: AnalysisRun,
  object: Value,
  { key, at }: { key: string; at: Syntax },
): Value => {
  const found =
    object.fields?.at(key) ??
    readFromStore(run, object, { key, at }) ??
    readUnknown(run, object, { key, at });
  if (found.taints.length === 0) return found;
  if (isScalarField(run, object, key)) return asScalar(found);
  const names = [object.path, object.type].flatMap((name) => (name === undefined ? [] : [`${name}.${key}`]));
  const [mask] = run.compiled.harmlessReads.find(names);
  return mask === undefined ? found : { ...found, taints: sanitizedFor(found.taints, mask) };
};

/** A private member of an object that a library constructed is not what the constructor was given. */
const handedOn = ({ taints }: Value, key: string): Value['taints'] =>
  key.startsWith('_') ? taints.filter(({ held }) => !held) : taints;

const readUnknown = (run: AnalysisRun, object: Value, { key, at }: { key: string; at: Syntax }): Value => {
  const path = `${object.path ?? object.type ?? '?'}.${key}`;
  const taints = handedOn(object, key);
  const plain: Value = object.path === undefined && taints.length === 0 ? unknownValue : { taints, path };
  const found = withSourceTaint(run, path, { at, value: plain });
  if (found !== plain || object.type === undefined || object.path === undefined) return found;
  return withSourceTaint(run, `${object.type}.${key}`, { at, value: found });
};
