import type { Migration, RecordVersions } from '#adapters/dynamodb/record-versions.ts';
import type { OtherRelease } from './releases.ts';

/**
 * A form of subscribers that counts otherwise: the last number that was given, and not the next one. Whoever takes one for the
 * other gives a number twice or leaves one out.
 */
const lastNumber: Migration = {
  attributes: ['nextSequence', 'lastSequence'],
  up: ({ nextSequence }) => ({ lastSequence: Number(nextSequence) - 1 }),
  down: ({ lastSequence }) => ({ nextSequence: Number(lastSequence) + 1 }),
};

/** The forms that releases read and write: one reads the new form and goes on to write the old one, the other writes it. */
export const formsOf = {
  knowing: { subscriber: { writes: 1, steps: [lastNumber] } },
  writing: { subscriber: { writes: 2, steps: [lastNumber] } },
} satisfies Record<OtherRelease, RecordVersions>;
