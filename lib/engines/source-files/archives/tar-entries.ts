import { commentOf, isZeros, maxEntries, type ArchiveEntries, type ArchiveEntry } from './archive-entry.ts';

const tarBlock = 512;
const tarMagic = { at: 257, text: 'ustar' };
/** The parts of a header beside the path: numbers, the target of a link, and owner and group with all behind them. */
const besidePathAt = [
  [100, 156],
  [157, 257],
  [265, tarBlock],
] as const;
const pathLength = 100;
/** Members that describe the next one, or all of them. */
const descriptions: ReadonlySet<string> = new Set(['x', 'g', 'L', 'K']);

/** Returns whether bytes begin as a tar file does. */
export const isTar = (bytes: Buffer): boolean =>
  bytes.toString('latin1', tarMagic.at, tarMagic.at + tarMagic.text.length) === tarMagic.text;

const tarText = (header: Buffer, start: number, length: number): string =>
  (header.toString('latin1', start, start + length).split('\0')[0] ?? '').trim();

/** Returns whether a field has digits of octal numbers only. */
const isOctal = (field: Buffer): boolean =>
  field.every((byte) => byte === 0 || byte === 0x20 || (byte >= 0x30 && byte <= 0x37));

/** Returns what a header has beside the path, at whose first NUL readers stop, and beside numbers. */
const besidePath = (header: Buffer): Buffer[] => {
  const end = header.indexOf(0);
  return [
    ...(end >= 0 && end < pathLength ? [header.subarray(end, pathLength)] : []),
    ...besidePathAt.map(([start, to]) => header.subarray(start, to)).filter((part) => !isOctal(part)),
  ];
};

/** Reads the members of a tar file. */
export const tarEntries = (bytes: Buffer): ArchiveEntries => {
  const entries: ArchiveEntry[] = [];
  const comments: Buffer[] = [];
  const all = (complete: boolean): ArchiveEntries => ({
    entries: [...entries, ...commentOf(comments)],
    complete,
  });
  for (let at = 0; at + tarBlock <= bytes.length;) {
    const header = bytes.subarray(at, at + tarBlock);
    if (isZeros(header)) return all(isZeros(bytes.subarray(at)));
    const sizeBytes = Number.parseInt(tarText(header, 124, 12), 8);
    const start = at + tarBlock;
    const isReadable = sizeBytes >= 0 && start + sizeBytes <= bytes.length && entries.length < maxEntries;
    if (!isReadable || !isTar(header)) return all(false);
    const path = [tarText(header, 345, 155), tarText(header, 0, 100)].filter((part) => part !== '').join('/');
    const type = tarText(header, 156, 1);
    const content = bytes.subarray(start, start + sizeBytes);
    if (descriptions.has(type)) comments.push(content);
    else if (sizeBytes > 0 || ['0', ''].includes(type)) entries.push({ path, content });
    at = start + Math.ceil(sizeBytes / tarBlock) * tarBlock;
    const padding = bytes.subarray(start + sizeBytes, at);
    comments.push(...besidePath(header), ...(isZeros(padding) ? [] : [bytes.subarray(start, at)]));
  }
  // A complete tar file ends with empty blocks.
  return all(false);
};
