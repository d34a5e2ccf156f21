import { entropyOf } from '../secrets/plausibility.ts';
import type { CompiledSecretRule, CompiledSecretRules } from './compile-secret-rules.ts';

/** A secret in a text, with one character per byte. */
export interface OwnLeak {
  rule: CompiledSecretRule['rule'];
  start: number;
  end: number;
}

/** The work of a unit so far; a step is one instruction of an automaton for one character. */
export interface SearchWork {
  steps: number;
  readonly limit: number;
}

/** No secret of a rule with its keyword is longer, and a longer line is searched in pieces that overlap by as much. */
const pieceStep = 1_024;
const pieceLength = 2 * pieceStep;
const fewestCharacters = 4;
/** No piece has more, so that nothing hides behind matches that count for nothing. */
const maxMatches = pieceLength;

/** Follows the line of ascending offsets, so that a text is gone through once. */
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

/**
 * Looks for the secrets of rules in the lines that have one of their keywords. Each rule looks at each piece of a line once.
 * @returns undefined when the steps are used up.
 */
export const searchText = (
  bytes: Buffer,
  { automaton, byKeyword }: CompiledSecretRules,
  work: SearchWork,
): OwnLeak[] | undefined => {
  const found = new Map<string, OwnLeak>();
  const reached = new Map<CompiledSecretRule, number>();
  let text: string | undefined;
  let lineAt: ReturnType<typeof lineFollower> | undefined;

  const searchPiece = (compiled: CompiledSecretRule, from: number, to: number): void => {
    const piece = (text ?? '').slice(from, to);
    let looks = 0;
    const goesOn = (): boolean => {
      looks += 1;
      work.steps += piece.length * compiled.expression.size;
      return looks <= maxMatches && work.steps <= work.limit;
    };
    for (const { start, end } of compiled.expression.matches(piece, goesOn)) {
      if (work.steps > work.limit || !isLeak(compiled, piece.slice(start, end), work)) continue;
      const leak = { rule: compiled.rule, start: from + start, end: from + end };
      found.set(`${leak.rule.id} ${leak.start} ${leak.end}`, leak);
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
        if (piece <= (reached.get(compiled) ?? -1)) continue;
        reached.set(compiled, piece);
        searchPiece(compiled, piece, Math.min(line.end, piece + pieceLength));
      }
  });
  if (work.steps > work.limit) return undefined;
  return [...found.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
};
