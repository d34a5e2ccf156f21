import { UnreadableFile } from './unreadable-file.ts';

/** The largest dependency file that is read, in bytes (for a decoded text, in UTF-16 code units). */
export const maxFileBytes = 64 * 1024 * 1024;

const mergeConflict = /^<{7} /m;

const byteOrderMarks = [
  { encoding: 'utf-16le', mark: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', mark: Buffer.from([0xfe, 0xff]) },
] as const;

const encodingOf = (bytes: Uint8Array): string =>
  byteOrderMarks.find(({ mark }) => mark.equals(bytes.subarray(0, mark.length)))?.encoding ?? 'utf-8';

const checked = (raw: string): string => {
  if (raw.length > maxFileBytes) throw new UnreadableFile('it is larger than 64 MB');
  if (raw.includes('\0')) throw new UnreadableFile('it is not a text file');
  return raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
};

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, which PowerShell writes for `pip freeze > requirements.txt`.
 * @throws UnreadableFile when the file is too large or binary.
 */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes.byteLength > maxFileBytes) throw new UnreadableFile('it is larger than 64 MB');
  return checked(new TextDecoder(encodingOf(bytes)).decode(bytes));
};

/**
 * Checks the text of a lockfile and removes its byte order mark.
 * @throws UnreadableFile when it is too large, empty, binary, or has an unresolved merge conflict.
 */
export const checkLockfileText = (raw: string): string => {
  const text = checked(raw);
  if (text.trim() === '') throw new UnreadableFile('it is empty');
  if (mergeConflict.test(text)) throw new UnreadableFile('it holds an unresolved merge conflict');
  return text;
};
