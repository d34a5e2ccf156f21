import type { Dice } from '../dice.ts';

/** A reader of untrusted bytes. */
export interface ReaderTarget {
  name: string;
  /** Valid documents, which are damaged. */
  samples: readonly Buffer[];
  /**
   * Reads a damaged document.
   * @returns what is wrong with what it read; nothing when it is as it must be.
   */
  read: (bytes: Buffer, sample: Sample) => string[] | Promise<string[]>;
  /** Whether an error is one that the reader announces for what it cannot read. */
  isRefusal: (error: unknown) => boolean;
}

/** The valid document behind a damaged one. */
interface Sample {
  index: number;
  bytes: Buffer;
  dice: Dice;
}

/** Readers of one class, which are opened when they are tried. */
export interface ReaderClass {
  name: string;
  open: () => Promise<readonly ReaderTarget[]> | readonly ReaderTarget[];
}

/** A reader that has a result for everything. */
export const neverRefuses = (): boolean => false;

/** Whether a value is one that JSON can carry, as everything is that goes from one function to the next. */
export const jsonFlaws = (value: unknown): string[] => {
  try {
    JSON.stringify(value);
    return [];
  } catch (error) {
    return [`the result is no JSON: ${String(error)}`];
  }
};
