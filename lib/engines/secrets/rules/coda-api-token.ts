import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const codaApiToken = namedValueRule({
  id: 'coda-api-token',
  title: 'Coda API token',
  names: ['coda_'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`CODA_API_TOKEN=${fakeUuid()}`],
  negatives: () => [`CODA_API_TOKEN=${fake(hex, 9)}`, 'CODA_API_TOKEN=your-key-here'],
});
