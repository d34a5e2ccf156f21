import { expect, test } from 'vitest';
import {
  maxProofBytes,
  maxReleaseBytes,
  requireProofSize,
  requireReleaseSize,
} from '@scangate/domain/evidence/proof-size';

test.each([
  ['a proof', requireProofSize, maxProofBytes, 150],
  ['a release', requireReleaseSize, maxReleaseBytes, 100],
] as const)(
  '%s at the limit is written, and one of a byte more is too large',
  (_what, require, most, mebibytes) => {
    expect(most / 1024 ** 2).toBe(mebibytes);
    expect(() => require(most)).not.toThrow();
    expect(() => require(most + 1)).toThrow(expect.objectContaining({ code: 'proof_too_large' }));
  },
);
