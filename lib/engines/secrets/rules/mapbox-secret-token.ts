import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const mapboxSecretToken = tokenRule({
  id: 'mapbox-secret-token',
  title: 'Mapbox secret token',
  keywords: ['sk.eyj'],
  pattern: /sk\.eyJ[\w-]{60,200}\.[\w-]{20,32}/,
  positives: () => [leak`MAPBOX_TOKEN=${`sk.eyJ1Ijoi${fake(base64url, 70)}.${fake(base64url, 22)}`}`],
  negatives: () => [`pk.eyJ1Ijoi${fake(base64url, 70)}.${fake(base64url, 22)}`],
});
