import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const unleashToken = namedValueRule({
  id: 'unleash-token',
  title: 'Unleash token',
  names: ['unleash'],
  tail: ['token', 'key', 'secret'],
  value: /[\w*-]{1,40}:[\w*-]{1,40}\.[a-f0-9]{56,64}/,
  positives: () => [leak`UNLEASH_API_TOKEN=${`default:production.${fake(hex, 56)}`}`],
  negatives: () => [
    'UNLEASH_API_TOKEN=default:development.unleash-insecure-api-token',
    'UNLEASH_API_TOKEN=your-key-here',
  ],
});
