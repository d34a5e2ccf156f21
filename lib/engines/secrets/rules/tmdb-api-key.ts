import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const tmdbApiKey = namedValueRule({
  id: 'tmdb-api-key',
  title: 'TMDB API key',
  names: ['tmdb'],
  tail: ['key'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`TMDB_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`TMDB_API_KEY=${fake(hex, 9)}`, 'TMDB_API_KEY=your-key-here'],
});
