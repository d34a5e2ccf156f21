import { namedValueRule } from '../rule.ts';
import { base62, base64, fake, leak } from '../rule-example.ts';

export const digitaloceanSpacesSecret = namedValueRule({
  id: 'digitalocean-spaces-secret',
  title: 'DigitalOcean Spaces secret key',
  names: ['spaces_secret', 'spaces_access'],
  value: /[A-Za-z0-9+/]{43}/,
  minEntropy: 3.8,
  positives: () => [leak`SPACES_SECRET_ACCESS_KEY=${fake(base64, 43)}`],
  negatives: () => [`spaces_access_id=${fake(base62, 20)}`],
});
