import { describe, expect, test } from 'vitest';
import { compareBuild, compareReport } from './compared-trees.ts';
import { configurations, gradleCases } from './gradle-case.ts';

describe.each(gradleCases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  test.each(configurations)('is read from the report about %s', (configuration) => {
    const { expected, found, unread } = compareReport(each, configuration);
    expect(unread).toEqual([]);
    expect(found).toEqual(expected);
  });

  test('is resolved by its poms as Gradle does', async () => {
    const { expected, found } = await compareBuild(each);
    expect(found).toEqual(expected);
  });
});
