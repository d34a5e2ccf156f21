import { namedValueRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const codecovToken = namedValueRule({
  id: 'codecov-token',
  title: 'Codecov upload token',
  names: ['codecov'],
  value: /[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  check: (_, { text, start }) => /token/i.test(text.slice(Math.max(0, start - 30), start)),
  positives: () => [leak`CODECOV_TOKEN=${fakeUuid()}`],
  negatives: () => ['codecov_repository: my-repository'],
});
