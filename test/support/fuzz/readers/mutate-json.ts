import type { Dice } from '../dice.ts';

/** Values that a reader does not expect where it finds them. */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  2 ** 53,
  1e308,
  '',
  ' ',
  'a'.repeat(5_000),
  '\u0000',
  '__proto__',
  'pkg:npm/%00@1',
  [],
  {},
  [[]],
  [null],
  { '': null },
  { length: 4_294_967_295 },
];

const hostileNames = ['', '__proto__', 'constructor', 'hasOwnProperty', 'length', '0', '\u0000', 'a/b~c'];

type Parent = Record<string, unknown> | unknown[];

/** Every place of a value that has a parent, some hundred of them at most. */
const placesOf = (root: unknown): [parent: Parent, key: string][] => {
  const places: [Parent, string][] = [];
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined && places.length < 500; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value as Parent, key]);
      open.push(inner);
    }
  }
  return places;
};

/** A member of its own, whatever its name means. */
const define = (parent: Parent, key: string, value: unknown): void => {
  if (Array.isArray(parent) && key === 'length') parent.push(value);
  else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
};

/** Returns as many copies as stay small together. */
const copiesOf = (value: unknown): unknown[] => {
  const length = Math.min(300, Math.ceil(100_000 / (written(value) ?? '').length));
  return Number.isFinite(length) ? Array.from({ length }, () => value) : [value];
};

const change = (root: unknown, dice: Dice): unknown => {
  const places = placesOf(root);
  const [parent, key] = dice.oneOf(places) ?? [[], '0'];
  const [otherParent, otherKey] = dice.oneOf(places) ?? [[], '0'];
  const value = Reflect.get(parent, key) as unknown;
  const changes: (() => void)[] = [
    () => define(parent, key, dice.oneOf(hostile)),
    () => void Reflect.deleteProperty(parent, key),
    () => define(parent, dice.oneOf(hostileNames) ?? '', value),
    () => define(parent, key, Reflect.get(otherParent, otherKey)),
    () => define(parent, key, [value, value]),
    () => define(parent, key, { [key]: value }),
    () => define(parent, key, copiesOf(value)),
  ];
  dice.oneOf(changes)?.();
  return root;
};

const written = (root: unknown): string | undefined => {
  try {
    return JSON.stringify(root);
  } catch {
    // A place that was put into itself has no end.
    return undefined;
  }
};

/** Changes a value of a JSON document, so that it stays JSON; any other bytes stay as they are. */
export const mutateJson = (bytes: Buffer, dice: Dice): Buffer => {
  const text = bytes.toString('utf8');
  if (!/^\s*[[{]/.test(text)) return bytes;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return bytes;
  }
  for (let left = 1 + dice.below(3); left > 0; left -= 1) root = change(root, dice);
  const changed = written(root);
  return changed === undefined ? bytes : Buffer.from(changed);
};
