import { CliFailure, exitCodes } from '../exit-codes.ts';
import { suggestion } from './suggest.ts';

/** A flag of a command. `T` is the type of its value. */
export interface Flag<T> {
  /** The name of the value, such as `HASH`; a flag without one is a switch. */
  value?: string;
  summary: string;
  isRepeatable?: true;
  /** The values that completion offers. */
  choices?: readonly string[];
  /** Completion offers files. */
  takesFile?: true;
  /** Parses the given value. @throws CliFailure that names the flag. */
  read: (texts: readonly string[], name: string) => T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values by flag name, without the dashes; undefined for a flag that is not given. */
export type FlagValues<F extends Flags> = {
  readonly [N in keyof F]: F[N] extends Flag<infer T> ? T | undefined : never;
};

export const badFlag = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const textOf = ([text = '']: readonly string[], name: string): string => {
  if (text === '') throw badFlag(`--${name} needs a value.`);
  return text;
};

const choiceOf = <T extends string>(text: string, choices: readonly T[], name: string): T => {
  const found = choices.find((choice) => choice === text);
  if (found === undefined)
    throw badFlag(`--${name} is one of ${choices.join(', ')}.${suggestion(text, choices)}`);
  return found;
};

export const switchFlag = (summary: string): Flag<true> => ({ summary, read: () => true });

export const textFlag = (value: string, summary: string): Flag<string> => ({ value, summary, read: textOf });

export const fileFlag = (value: string, summary: string): Flag<string> => ({
  ...textFlag(value, summary),
  takesFile: true,
});

/** A flag that may be given more than once. */
export const textsFlag = (value: string, summary: string): Flag<readonly string[]> => ({
  value,
  summary,
  isRepeatable: true,
  read: (texts, name) => texts.map((text) => textOf([text], name)),
});

export const choiceFlag = <const T extends string>(
  value: string,
  choices: readonly T[],
  summary: string,
): Flag<T> => ({
  value,
  summary,
  choices,
  read: (texts, name) => choiceOf(textOf(texts, name), choices, name),
});

/** A flag with several comma-separated values. */
export const listFlag = <const T extends string>(
  value: string,
  choices: readonly T[],
  summary: string,
): Flag<readonly T[]> => ({
  value,
  summary,
  choices,
  read: (texts, name) =>
    textOf(texts, name)
      .split(',')
      .map((text) => choiceOf(text.trim(), choices, name)),
});

export interface NumberRange {
  least: number;
  most: number;
}

/** A flag with a whole number in a range. */
export const numberFlag = (value: string, { least, most }: NumberRange, summary: string): Flag<number> => ({
  value,
  summary,
  read: (texts, name) => {
    const text = textOf(texts, name);
    const number = Number(text);
    if (!/^\d{1,15}$/.test(text) || number < least || number > most)
      throw badFlag(`--${name} is a whole number from ${least} to ${most}.`);
    return number;
  },
});
