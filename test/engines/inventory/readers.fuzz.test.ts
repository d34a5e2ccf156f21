import { writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNightly } from '#test/models/run-counter.ts';
import { fuzzReaders } from '#test/support/fuzz/readers/fuzz-readers.ts';
import { dependencyFiles } from '#test/support/fuzz/readers/targets/dependency-files.ts';
import { documents } from '#test/support/fuzz/readers/targets/documents.ts';
import { packedFiles } from '#test/support/fuzz/readers/targets/packed-files.ts';
import { signedMessages } from '#test/support/fuzz/readers/targets/signed-messages.ts';

/**
 * Every reader of bytes that others chose, with valid documents that were damaged. FUZZ_SEED begins with the case of a
 * failure, FUZZ_CASES says how many of each class.
 */

const { FUZZ_SEED: givenSeed, FUZZ_CASES: givenCases } = process.env;
const seed = Number(givenSeed ?? Math.floor(Math.random() * 1e9));
const cases = Number(givenCases ?? (isNightly ? 100_000 : 250));

/** Far more than any case takes: what takes so long does not end. */
const hangsMs = 20_000;
const keptBytes = 200;

test.each([dependencyFiles, documents, packedFiles, signedMessages])(
  'whatever is done to $name, it is read as it says or refused, and nothing forged is accepted',
  async (readers) => {
    const { flaws, read, slowest, bytesPerCase } = await fuzzReaders(readers, { seed, cases });
    const slow = `the slowest ${slowest.ms.toFixed(0)} ms (${slowest.target}, seed ${slowest.seed})`;
    const kept = `${bytesPerCase.toFixed(0)} B stay of each`;
    writeSync(1, `fuzz of ${readers.name}: ${cases} from seed ${seed}, ${read} read, ${slow}, ${kept}\n`);
    expect(flaws.slice(0, 5)).toEqual([]);
    if (cases < 20_000) return;
    expect(slowest.ms).toBeLessThan(hangsMs);
    expect(bytesPerCase).toBeLessThan(keptBytes);
  },
  3_600_000,
);
