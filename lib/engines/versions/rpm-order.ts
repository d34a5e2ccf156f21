import type { VersionOrder } from './version-order.ts';

/** Epoch, version and release; an absent epoch counts as 0, an absent release is before every other. */
interface RpmVersion {
  epoch: bigint;
  version: string;
  release: string;
}

const form = /^(?:(\d{1,10}):)?([^\s:/-]+)(?:-([^\s:/-]+))?$/;

const token = /~|\^|\d+|[A-Za-z]+/g;

const isNumber = (text: string): boolean => /^\d/.test(text);

const compareSegments = (a: string, b: string): number => {
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? 1 : -1;
  const [x, y] = isNumber(a) ? [a.replace(/^0+/, ''), b.replace(/^0+/, '')] : [a, b];
  if (isNumber(a) && x.length !== y.length) return x.length < y.length ? -1 : 1;
  if (x === y) return 0;
  return x < y ? -1 : 1;
};

/** Compares where at least one side has a `~` or `^`: a tilde sorts before the end, a caret right after it. */
const compareMarks = (a: string | undefined, b: string | undefined): number | undefined => {
  if (a === b) return 0;
  if (a === '~' || b === '~') return a === '~' ? -1 : 1;
  if (a === '^') return b === undefined ? 1 : -1;
  if (b === '^') return a === undefined ? -1 : 1;
  return undefined;
};

/** Compares like rpmvercmp: separators only delimit the segments. */
const compareParts = (a: string, b: string): number => {
  const [left, right] = [a.match(token) ?? [], b.match(token) ?? []];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [x, y] = [left[at], right[at]];
    const marked = compareMarks(x, y);
    if (marked !== undefined && marked !== 0) return marked;
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const difference = marked === 0 ? 0 : compareSegments(x, y);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Orders versions of RPM packages, `[epoch:]version[-release]`, like rpm. */
export const rpmOrder: VersionOrder<RpmVersion> = {
  parse(text) {
    const [, epoch = '0', version, release = ''] = form.exec(text) ?? [];
    return version === undefined ? undefined : { epoch: BigInt(epoch), version, release };
  },
  compare(a, b) {
    if (a.epoch !== b.epoch) return a.epoch < b.epoch ? -1 : 1;
    return compareParts(a.version, b.version) || compareParts(a.release, b.release);
  },
};
