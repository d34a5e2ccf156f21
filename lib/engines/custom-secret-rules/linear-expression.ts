import { RE2JS, RE2JSException } from 're2js';
import { InvalidRule } from '../custom-rules/invalid-rule.ts';
import { estimatedSize } from './expression-size.ts';

/** The range of a match in a text. */
interface Span {
  start: number;
  end: number;
}

/** A regular expression that runs as an automaton, so that no text makes it backtrack. */
export interface LinearExpression {
  /** The number of its instructions: a character takes at most as many steps. */
  size: number;
  /**
   * Lists the matches, of the group `secret` where there is one.
   * @param goesOn is called before each pass over the text, which takes as many steps as the text has characters.
   */
  matches(text: string, goesOn: () => boolean): Span[];
  test(text: string): boolean;
}

/** The automaton of a hand-written expression is far smaller. */
const maxSize = 1_000;
/** An estimate may be too high where alternatives share a prefix. */
const maxEstimate = 4 * maxSize;

const compile = (source: string, field: string): RE2JS => {
  // Compiling makes all copies first: half a second and 200 MB for the largest expressions.
  if (estimatedSize(source) > maxEstimate)
    throw new InvalidRule(field, `The expression has more than ${maxSize} instructions.`);
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (!(error instanceof RE2JSException) && !(error instanceof RangeError)) throw error;
    throw new InvalidRule(
      field,
      'This is not an expression in the syntax of RE2, which has no back-references and no look-around.',
    );
  }
};

/**
 * Compiles a regular expression to an automaton, which takes linear time on every text.
 * @throws InvalidRule
 */
export const linearExpression = (source: string, field: string): LinearExpression => {
  const compiled = compile(source, field);
  const size = compiled.programSize();
  if (size > maxSize)
    throw new InvalidRule(field, `The expression has ${size} instructions; at most ${maxSize} are accepted.`);
  const group = 'secret' in compiled.namedGroups() ? 'secret' : 0;
  if (compiled.matcher('').find()) throw new InvalidRule(field, 'The expression matches the empty string.');
  return {
    size,
    matches: (text, goesOn) => {
      const matcher = compiled.matcher(text);
      const found: Span[] = [];
      while (goesOn() && matcher.find()) {
        const [start, end] = [matcher.start(group), matcher.end(group)];
        if (end > start) found.push({ start, end });
      }
      return found;
    },
    test: (text) => compiled.matcher(text).find(),
  };
};
