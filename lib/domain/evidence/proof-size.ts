import { Problem } from '../problem.ts';

/** The limit of bytes for the files of a proof. All of them are in memory before the first is sent. */
export const maxProofBytes = 150 * 1024 ** 2;

/** The limit of bytes for the documents of a release, which are in memory together with their sources. */
export const maxReleaseBytes = 100 * 1024 ** 2;

const tooLarge = (detail: string): Problem => new Problem('proof_too_large', { detail });

/** @throws Problem proof_too_large */
export const requireProofSize = (bytes: number): void => {
  if (bytes > maxProofBytes)
    throw tooLarge(
      `The documents of this scan have more than ${maxProofBytes} bytes in total. Download them separately.`,
    );
};

/** @throws Problem proof_too_large */
export const requireReleaseSize = (bytes: number): void => {
  if (bytes > maxReleaseBytes)
    throw tooLarge(`The documents of the release have more than ${maxReleaseBytes} bytes in total.`);
};
