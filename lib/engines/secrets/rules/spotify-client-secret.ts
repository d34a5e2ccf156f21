import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const spotifyClientSecret = namedValueRule({
  id: 'spotify-client-secret',
  title: 'Spotify client secret',
  names: ['spotify'],
  tail: ['secret'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`SPOTIFY_CLIENT_SECRET=${fake(hex, 32)}`],
  negatives: () => [`SPOTIFY_CLIENT_SECRET=${fake(hex, 9)}`, 'SPOTIFY_CLIENT_SECRET=your-key-here'],
});
