import * as fc from 'fast-check';

/** Any character. The own unit of fast-check for them lists all million in each process, which takes a second and 90 MB. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    // Halves of surrogate pairs are no characters.
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
