/** A violation of an invariant was found. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Reports what an invariant found. */
export type Report = (invariant: string, what: string) => void;
