import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const stravaClientSecret = namedValueRule({
  id: 'strava-client-secret',
  title: 'Strava client secret',
  names: ['strava'],
  tail: ['secret', 'token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`STRAVA_CLIENT_SECRET=${fake(hex, 40)}`],
  negatives: () => [`STRAVA_CLIENT_SECRET=${fake(hex, 9)}`, 'STRAVA_CLIENT_SECRET=your-key-here'],
});
