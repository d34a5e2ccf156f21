import { tokenRule } from '../rule.ts';
import { base64, base64url, fake, leak } from '../rule-example.ts';

export const flyIoToken = tokenRule({
  id: 'fly-io-token',
  title: 'Fly.io access token',
  keywords: ['fo1_', 'fm1r_', 'fm1a_', 'fm2_'],
  pattern: /fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,1000}={0,3}/,
  positives: () => [
    leak`FLY_API_TOKEN=${'fo1_' + fake(base64url, 43)}`,
    leak`FLY_API_TOKEN=${`fm1r_${fake(base64, 200, 2)}`}`,
    leak`FLY_API_TOKEN=${`fm1a_${fake(base64, 200, 3)}`}`,
    leak`FLY_API_TOKEN="FlyV1 ${`fm2_${fake(base64, 200)}==`}"`,
  ],
  negatives: () => ['fm2_frequency'],
});
