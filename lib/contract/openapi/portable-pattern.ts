/**
 * Rewrites a pattern so that it means the same with and without the flag `u`, which some JSON Schema readers do not
 * set: without it, `\p{Cc}` means the letters p, C and c. Where such readers have no equivalent, the pattern refuses
 * less than the service does: no JSON text has a lone surrogate, and no white space is a letter.
 */
export const portablePattern = (pattern: string): string =>
  pattern
    .replaceAll(String.raw`\p{Cc}`, String.raw`\x00-\x1f\x7f-\x9f`)
    .replaceAll(String.raw`\p{Cs}`, '')
    .replaceAll(String.raw`[\p{L}\p{N}\p{P}\p{S}]`, String.raw`\S`);
