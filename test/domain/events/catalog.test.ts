import { describe, expect, test } from 'vitest';
import { eventBody, exampleBody } from '#contract/events/event-webhooks.ts';
import { catalog } from '@scangate/domain/events/catalog';
import { eventTypes } from '@scangate/domain/events/event-types';

describe.each(eventTypes)('%s', (type) => {
  const { text, schema, example } = catalog[type];

  test('has an example that its schema accepts as a whole, and a sentence', () => {
    expect(schema.parse(example)).toEqual(example);
    expect(eventBody(type).parse(exampleBody(type))).toEqual(exampleBody(type));
    expect(text).toMatch(/^[A-Z].+\.$/);
  });

  test('accepts fields that are added later', () => {
    expect(schema.safeParse({ ...example, addedLater: true }).success).toBe(true);
  });
});

test('every type of the list is in the catalog, in one family', () => {
  expect(Object.keys(catalog).toSorted()).toEqual([...eventTypes].toSorted());
});
