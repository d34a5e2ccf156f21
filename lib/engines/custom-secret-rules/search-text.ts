import { entropyOf } from '../secrets/text-randomness.ts';
import type { CompiledSecretRule, CompiledSecretRules } from './compile-secret-rules.ts';

/** A secret in a text, with one character per byte. */
export interface CustomLeak {
  rule: CompiledSecretRule['rule'];
  start: number;
  end: number;
}

/** Decides during the search which secrets of a text are kept. */
export interface LeakChooser {
  takes(leak: CustomLeak): boolean;
  /** Returns whether a rule searches this text no further. */
  isFull(rule: CompiledSecretRule['rule']): boolean;
}

/** The work of a unit so far; a step is one instruction of an automaton for one character. */
export interface SearchWork {
  steps: number;
  readonly limit: number;
}

/**
 * No secret of a rule is longer, including its keyword. A longer line is searched in pieces that overlap by this
 * much.
 */
const pieceStep = 1_024;
const pieceLength = 2 * pieceStep;
const fewestCharacters = 4;
/** No piece has more matches, so that nothing can hide behind matches that are dropped. */
const maxMatches = pieceLength;

/** Returns a function that finds the line of ascending offsets in one pass over the text. */
const lineFollower = (text: string) => {
  let start = 0;
  let end = text.indexOf('\n');
  const endOf = (at: number): number => (at === -1 ? text.length : at);
  return (offset: number): { start: number; end: number } => {
    if (offset >= endOf(end)) {
      start = text.lastIndexOf('\n', offset - 1) + 1;
      end = text.indexOf('\n', offset);
    }
    return { start, end: endOf(end) };
  };
};

/** Returns the pieces of a line that may hold a match with the keyword at an offset. */
const piecesAt = (line: { start: number; end: number }, offset: number): number[] => {
  if (line.end - line.start <= pieceLength) return [line.start];
  const index = Math.floor((offset - line.start) / pieceStep);
  return [index - 1, index].filter((one) => one >= 0).map((one) => line.start + one * pieceStep);
};

const isLeak = ({ entropy, allow }: CompiledSecretRule, secret: string, work: SearchWork): boolean => {
  if (secret.length < fewestCharacters || (entropy > 0 && entropyOf(secret) < entropy)) return false;
  for (const { size, test } of allow) {
    work.steps += secret.length * size;
    if (test(secret)) return false;
  }
  return true;
};

/** The progress of a rule through a text: pieces ascend, and adjacent pieces share matches. */
interface RulePath {
  piece: number;
  found: Set<number>;
  before: Set<number>;
}

const atStart = (): RulePath => ({ piece: -1, found: new Set(), before: new Set() });

/**
 * Searches for the secrets of rules in lines that contain one of their keywords. Each rule examines each piece of a
 * line once, and keeps only the chosen matches.
 * @returns undefined when the steps are used up.
 */
export const searchText = (
  bytes: Buffer,
  { automaton, byKeyword }: CompiledSecretRules,
  { work, chooser }: { work: SearchWork; chooser: LeakChooser },
): CustomLeak[] | undefined => {
  const found: CustomLeak[] = [];
  const paths = new Map<CompiledSecretRule, RulePath>();
  let text: string | undefined;
  let lineAt: ReturnType<typeof lineFollower> | undefined;

  const searchPiece = (compiled: CompiledSecretRule, path: RulePath, to: number): void => {
    const from = path.piece;
    const piece = (text ?? '').slice(from, to);
    let looks = 0;
    const goesOn = (): boolean => {
      looks += 1;
      work.steps += piece.length * compiled.expression.size;
      return looks <= maxMatches && work.steps <= work.limit && !chooser.isFull(compiled.rule);
    };
    for (const { start, end } of compiled.expression.matches(piece, goesOn)) {
      if (work.steps > work.limit || !isLeak(compiled, piece.slice(start, end), work)) continue;
      const leak = { rule: compiled.rule, start: from + start, end: from + end };
      const key = leak.start * 2 * pieceLength + (end - start);
      if (path.before.has(key) || path.found.has(key)) continue;
      path.found.add(key);
      if (chooser.takes(leak)) found.push(leak);
    }
  };

  automaton.scan(bytes, (keyword, behind) => {
    if (work.steps > work.limit) return;
    text ??= bytes.toString('latin1');
    lineAt ??= lineFollower(text);
    const offset = behind - 1;
    const line = lineAt(offset);
    for (const compiled of byKeyword[keyword] ?? [])
      for (const piece of piecesAt(line, offset)) {
        const path = paths.get(compiled) ?? atStart();
        if (piece <= path.piece) continue;
        const next = { piece, found: new Set<number>(), before: path.found };
        paths.set(compiled, next);
        searchPiece(compiled, next, Math.min(line.end, piece + pieceLength));
      }
  });
  if (work.steps > work.limit) return undefined;
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
};
