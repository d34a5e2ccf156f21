import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const facebookAppSecret = namedValueRule({
  id: 'facebook-app-secret',
  title: 'Facebook app secret',
  names: ['facebook', 'fb_app', 'fb_client', 'fb_secret', 'fbapp', 'instagram', 'whatsapp'],
  value: /[a-f0-9]{32}/,
  check: (_, { text, start }) =>
    /secret[\w.-]{0,20}\W{1,12}$/i.test(text.slice(Math.max(0, start - 40), start)),
  positives: () => [leak`FACEBOOK_APP_SECRET=${fake(hex, 32)}`],
  negatives: () => [`facebook_pixel_id=${fake(hex, 32)}`],
});
