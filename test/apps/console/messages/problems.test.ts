import { describe, expect, test } from 'vitest';
import { problemCodes } from '@scangate/domain/problem';
import { problemWords } from '@scangate/console/messages/problems.ts';

describe('messages of problems', () => {
  test.each(Object.keys(problemCodes))('%s has a title and a next step', (code) => {
    const { title, help } = problemWords(code);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(help).toMatch(/\.$/);
  });

  test('an unknown code has a message too, and so does one with the name of an object method', () => {
    expect(problemWords('a_code_of_tomorrow').title).toBe('The service refused this');
    expect(problemWords('toString').title).toBe('The service refused this');
  });
});
