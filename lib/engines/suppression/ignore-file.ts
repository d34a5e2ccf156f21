import { globMatches } from './path-glob.ts';
import type { Allowance } from './allow-comment.ts';

export const ignoreFileName = '.scangateignore';

const maxBytes = 65_536;
const maxLines = 1000;
const maxLineLength = 512;

interface Line {
  number: number;
  /** The entry applies to every rule without it. */
  rule?: string;
  /** The entry applies to every path without it. */
  glob?: string;
  negated: boolean;
  reason: string;
}

export interface IgnoreFile {
  /** Returns the entry that covers a finding of `rule` in the file at `path`; later entries take precedence. */
  allows(path: string, rule: string): Allowance | undefined;
  /** True when the file exceeds the limits and was only read in part. */
  truncated: boolean;
}

const parseLine = (raw: string, number: number, of: string): Line | undefined => {
  const [, entry = '', reason = ''] =
    /^([^#]{0,512})(?:#(.{0,200}))?/.exec(raw.slice(0, maxLineLength)) ?? [];
  const trimmed = entry.trim();
  if (trimmed === '') return undefined;
  const described = { number, reason: reason.trim() };
  const scoped = /^([a-z-]{1,32}):([\w*-]{1,64})(?:\s{1,20}(\S{1,400}))?$/.exec(trimmed);
  if (scoped) {
    const [, scanner, rule, glob] = scoped;
    // Other scanners read their own entries.
    if (scanner !== of || rule === undefined) return undefined;
    return { ...described, negated: false, ...(rule !== '*' && { rule }), ...(glob && { glob }) };
  }
  const negated = trimmed.startsWith('!');
  return { ...described, negated, glob: negated ? trimmed.slice(1) : trimmed };
};

/**
 * Parses a `.scangateignore`: a path pattern per line, or `<scanner>:<rule>`, or `<scanner>:<rule> <pattern>`;
 * `!pattern` re-includes a path; `# reason` ends a line.
 */
export const parseIgnoreFile = (content: Uint8Array | undefined, scanner: string): IgnoreFile => {
  const text = Buffer.from(content?.subarray(0, maxBytes) ?? []).toString('utf8');
  const raw = text.split(/\r?\n/);
  const entries = raw
    .slice(0, maxLines)
    .map((line, index) => parseLine(line, index + 1, scanner))
    .filter((line) => line !== undefined);
  return {
    allows: (path, rule) => {
      const last = entries.findLast(
        (line) =>
          (line.rule === undefined || line.rule === rule) &&
          (line.glob === undefined || globMatches(line.glob, path)),
      );
      if (last === undefined || last.negated) return undefined;
      return {
        rule,
        reason: last.reason === '' ? `line ${last.number}` : `line ${last.number}: ${last.reason}`,
      };
    },
    truncated: (content?.length ?? 0) > maxBytes || raw.length > maxLines,
  };
};
