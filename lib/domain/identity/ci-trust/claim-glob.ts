/** A longer text matches no glob, so that the work of matching is bounded. */
export const maxGlobText = 1_000;
export const maxGlobLength = 200;

type Part = { literal: string } | { across: boolean };

/** The parts of a glob: characters, `*` within a path segment, and `**` across segments. Further stars change nothing. */
const partsOf = (glob: string): Part[] =>
  [...glob.matchAll(/\*+|[^*]/gsu)].map(([part]) =>
    part.startsWith('*') ? { across: part.length > 1 } : { literal: part },
  );

/** Adds the states that are reachable without consuming a character: a star may match nothing. */
const reach = (states: Set<number>, parts: readonly Part[]): Set<number> => {
  for (const state of states) {
    const part = parts[state];
    if (part && !('literal' in part)) states.add(state + 1);
  }
  return states;
};

/**
 * Returns whether a text matches a glob as a whole. Every character is processed once, with at most one state for
 * each part of the glob: there is no backtracking.
 * @param onStep counts the steps, to prove this.
 */
export const matchesGlob = (glob: string, text: string, onStep: () => void = () => {}): boolean => {
  if (text.length > maxGlobText || glob.length > maxGlobLength) return false;
  const parts = partsOf(glob);
  let states = reach(new Set([0]), parts);
  for (const character of text) {
    const next = new Set<number>();
    for (const state of states) {
      onStep();
      const part = parts[state];
      if (!part) continue;
      if ('literal' in part) {
        if (part.literal === character) next.add(state + 1);
      } else if (part.across || character !== '/') next.add(state);
    }
    states = reach(next, parts);
    if (states.size === 0) return false;
  }
  return states.has(parts.length);
};
