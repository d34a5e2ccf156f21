import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const upstashRestToken = namedValueRule({
  id: 'upstash-rest-token',
  title: 'Upstash REST token',
  names: ['upstash'],
  tail: ['token'],
  value: /A[A-Za-z0-9+/=_-]{50,130}/,
  positives: () => [leak`UPSTASH_REDIS_REST_TOKEN=${`AX${fake(base62, 60)}`}`],
  negatives: () => [`UPSTASH_REDIS_REST_TOKEN=${fake(hex, 9)}`, 'UPSTASH_REDIS_REST_TOKEN=your-key-here'],
});
