import { createHmac } from 'node:crypto';
import { fingerprint } from '../finding-fingerprint.ts';
import type { SecretDetection } from '../model/assessed-unit.ts';
import { isInSampleFolder, isTestOrExample } from '../source-files/file-class.ts';
import type { Leak } from './leak-finder.ts';
import { looksRandom } from './likely-secret.ts';
import { hasPlaceholderName } from './placeholder-names.ts';
import type { LineIndex } from '../source-files/line-index.ts';

/** The place of a secret, with the description of its rule. */
type DescribedLeak = Omit<Leak, 'rule'> & { rule: Pick<Leak['rule'], 'id' | 'title' | 'severity' | 'kind'> };

const maxColumnBytes = 65_536;

const nameOfEncoding = {
  base64: 'in base64',
  hex: 'in hexadecimal',
  percent: 'percent-encoded',
  escaped: 'with escaped characters',
  joined: 'joined from parts',
};

/** A file in which leaks were found. */
interface ScannedText {
  path: string;
  bytes: Buffer;
  /** The file with one character per byte. */
  text: string;
  lines: LineIndex;
  /** The organization's key for fingerprints of secrets. */
  key: string;
  /** The place of the text in its file. */
  firstLine?: number;
  firstColumn?: number;
  /** The number of earlier occurrences of each secret in the file. */
  ordinals?: Map<string, number>;
}

/** Line breaks inside a secret may differ. */
const withoutLayout = (secret: string): string => secret.replaceAll(/\s/g, '');

/** Returns the column from 1, as an editor counts it. */
const columnOf = (bytes: Buffer, lineStart: number, offset: number): number =>
  offset - lineStart > maxColumnBytes
    ? offset - lineStart + 1
    : bytes.toString('utf8', lineStart, offset).length + 1;

const longestChosen = 40;

/** Returns whether a secret is a password chosen by a person. */
const isChosen = ({ kind }: DescribedLeak['rule'], secret: string): boolean =>
  kind !== 'provider' && secret.length < longestChosen && !looksRandom(secret);

/**
 * Returns whether a leak is in a test or example, is a chosen password in documentation, or is a private key whose name
 * says that it is a sample.
 */
const isSample = ({ rule, start, end }: DescribedLeak, { path, text }: ScannedText): boolean =>
  isInSampleFolder(path) ||
  (isTestOrExample(path) && isChosen(rule, text.slice(start, end))) ||
  (rule.id === 'private-key' && hasPlaceholderName(text, start));

/** Shows at most four characters of a secret with an issuer's prefix, and two of a short chosen one. */
const redact = (secret: string, kind: Leak['rule']['kind']): string => {
  const shown = kind === 'provider' || secret.length >= 24 ? 4 : 2;
  const start = secret.slice(0, Math.min(shown, Math.floor(secret.length / 4)));
  return `${start.replaceAll(/[^\x21-\x7e]/g, '?')}…`;
};

/**
 * Turns the leaks of one file into findings. The fingerprint covers the rule, the path, a MAC of the secret under
 * the organization's key, and its ordinal in the file: it survives edits around it, another secret in its place is
 * another finding, and nobody can use it to confirm a guessed secret without the key.
 */
export const findingsOfLeaks = (leaks: readonly DescribedLeak[], scanned: ScannedText): SecretDetection[] => {
  const { path, bytes, text, lines, key, firstLine = 1, firstColumn = 0 } = scanned;
  const ordinals = scanned.ordinals ?? new Map<string, number>();
  const columnAt = (line: number, offset: number): number =>
    columnOf(bytes, lines.bounds(line).start, offset) + (line === 1 ? firstColumn : 0);
  return leaks.map((leak) => {
    const secret = text.slice(leak.start, leak.end);
    const code = createHmac('sha256', key).update(withoutLayout(secret), 'latin1').digest('hex');
    const place = JSON.stringify([leak.rule.id, path, code]);
    const ordinal = ordinals.get(place) ?? 0;
    ordinals.set(place, ordinal + 1);
    const line = lines.numberAt(leak.start);
    const endLine = lines.numberAt(Math.max(leak.start, leak.end - 1));
    return {
      kind: 'secret',
      fingerprint: fingerprint(`${ordinal}:${place}`),
      severity: leak.rule.severity,
      title: leak.encoding ? `${leak.rule.title}, ${nameOfEncoding[leak.encoding]}` : leak.rule.title,
      rule: leak.rule.id,
      file: path,
      line: line + firstLine - 1,
      column: columnAt(line, leak.start),
      endLine: endLine + firstLine - 1,
      endColumn: columnAt(endLine, leak.end),
      redacted: redact(secret, leak.rule.kind),
      contextHash: fingerprint(JSON.stringify([leak.rule.id, code])),
      ...(isSample(leak, scanned) && { sample: true }),
    };
  });
};
