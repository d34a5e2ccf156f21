/** The events that a shrunk run tells at most. */
export const mostLines = 50;

const isAct = (line: string): boolean => /^\S+ [\w.]+: (?!.*(?: commits: | is answered | meets ))/.test(line);
const isFault = (line: string): boolean => line.includes(' meets ');

/** Keeps all acts and faults of a story, and of the rest what happened last. */
export const shortened = (story: readonly string[], most: number): string[] => {
  const isKept = (line: string): boolean => isAct(line) || isFault(line);
  const others = most - Math.min(most, story.filter(isKept).length);
  const rest = story.filter((line) => !isKept(line)).slice(-others || story.length);
  const shown = new Set(others === 0 ? [] : rest);
  return story.filter((line) => isKept(line) || shown.has(line)).slice(-most);
};
