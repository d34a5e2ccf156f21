import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '@scangate/domain/problem';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';

const offered = [
  'application/json',
  'application/sarif+json',
  'application/vnd.cyclonedx+json; version=1.6',
  'application/xml; charset=utf-8',
  'text/markdown; charset=utf-8',
] as const;

const refused = 'refused';
const typeFor = (accept: string | undefined): string => {
  try {
    return negotiateMediaType(accept, offered);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_acceptable') return refused;
    throw error;
  }
};

test.each([
  [undefined, offered[0]],
  ['', offered[0]],
  ['*/*', offered[0]],
  ['application/*', offered[0]],
  ['text/*', offered[4]],
  ['APPLICATION/SARIF+JSON', offered[1]],
  ['application/json;charset=utf-8', offered[0]],
  ['application/json, text/plain, */*', offered[0]],
  ['application/sarif+json, */*', offered[1]],
  ['application/json;q=0.5, application/sarif+json;q=0.8', offered[1]],
  ['application/json;q=0.5 , text/markdown ; q=0.500', offered[0]],
  ['*/*;q=0.1, text/markdown;q=0.2', offered[4]],
  ['*/*, application/json;q=0', offered[1]],
  ['application/*;q=0.3, application/sarif+json;q=0.1, */*;q=0', offered[0]],
  ['application/vnd.cyclonedx+json', offered[2]],
  ['application/vnd.cyclonedx+json;version=1.6', offered[2]],
  ['application/vnd.cyclonedx+json; version="1.6"', offered[2]],
  ['application/vnd.cyclonedx+json;version=1.5', refused],
  ['application/vnd.cyclonedx+json;version=1.5, application/json;q=0.1', offered[0]],
  ['text/html', refused],
  ['application/json;q=0', refused],
  ['*/*;q=0', refused],
  ['json', refused],
  ['application/json;q=2', refused],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', offered[3]],
])('Accept %j gives %s', (accept, type) => {
  expect(typeFor(accept)).toBe(type);
});

test('any Accept header gives an offered type or a refusal', () => {
  const part = fc.constantFrom(
    '*/*',
    'application/json',
    'text/*',
    ';q=0',
    ';q=1',
    ',',
    ' ',
    'x/y',
    '*',
    '"',
    '=',
  );
  const accept = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(accept, (text) => {
      expect([...offered, refused]).toContain(typeFor(text));
    }),
  );
});
