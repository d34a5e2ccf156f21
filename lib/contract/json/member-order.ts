import type { IntStack } from './int-stack.ts';

const [zero, nine, comma, quote, colon] = [0x30, 0x39, 0x2c, 0x22, 0x3a];
/** JavaScript orders keys below this number numerically, before all others. */
const indexLimit = 0xffff_ffff;
const longestIndex = 10;
/** More members than a text of 10 MB has. */
const placeLimit = 2 ** 21;

/** Returns the array index that a key denotes; -1 for any other key. */
const indexOf = (text: Buffer, start: number, end: number): number => {
  const first = text[start] ?? 0;
  const isLong = end - start > 1;
  if (first < zero || first > nine || end - start > longestIndex || (first === zero && isLong)) return -1;
  let index = 0;
  for (let at = start; at < end; at += 1) {
    const byte = text[at] ?? 0;
    if (byte < zero || byte > nine) return -1;
    index = index * 10 + byte - zero;
  }
  return index < indexLimit ? index : -1;
};

/** True for a key that JavaScript orders as a number. */
export const isIndex = (text: Buffer, start: number, end: number): boolean => {
  const first = text[start] ?? 0;
  return first <= nine && first >= zero && indexOf(text, start, end) >= 0;
};

/**
 * Orders the members of an object as JavaScript does: indices by their value, then the other keys in their original
 * order.
 * @param members the text between the braces, which is sorted in place.
 * @param starts the offsets of members, relative to `from`; only those from `first` on are used.
 */
export const sortMembers = (
  members: Buffer,
  starts: IntStack,
  { first, from }: { first: number; from: number },
): void => {
  const count = starts.length - first;
  const ranks = new Float64Array(count);
  for (let place = 0; place < count; place += 1) {
    const start = starts.at(first + place) - from + 1;
    const end = members.indexOf(quote, start);
    const index = members[end + 1] === colon ? indexOf(members, start, end) : -1;
    ranks[place] = (index < 0 ? indexLimit : index) * placeLimit + place;
  }
  ranks.sort();
  const sorted = Buffer.allocUnsafeSlow(members.length);
  let length = 0;
  for (const rank of ranks) {
    const place = rank % placeLimit;
    const isLast = place === count - 1;
    const end = isLast ? members.length : starts.at(first + place + 1) - from - 1;
    if (length > 0) length = sorted.writeUInt8(comma, length);
    length += members.copy(sorted, length, starts.at(first + place) - from, end);
  }
  sorted.copy(members);
};
