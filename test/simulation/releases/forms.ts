import type { Migration, RecordVersions } from '#adapters/dynamodb/record-versions.ts';

/**
 * A form of subscribers that counts otherwise: the last number that was given, and not the next one. Whoever takes one for the
 * other gives a number twice or leaves one out.
 */
const lastNumber: Migration = {
  attributes: ['nextSequence', 'lastSequence'],
  up: ({ nextSequence }) => ({ lastSequence: Number(nextSequence) - 1 }),
  down: ({ lastSequence }) => ({ nextSequence: Number(lastSequence) + 1 }),
};

/** A release reads the form and goes on to write the old one; the one after it writes the form. */
export const knowing: RecordVersions = { subscriber: { writes: 1, steps: [lastNumber] } };
export const writing: RecordVersions = { subscriber: { writes: 2, steps: [lastNumber] } };
