import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const planetscaleToken = tokenRule({
  id: 'planetscale-token',
  title: 'PlanetScale credential',
  keywords: ['pscale_'],
  pattern: /pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}/,
  positives: () => [
    leak`PLANETSCALE_TOKEN=${'pscale_tkn_' + fake(base64url, 43)}`,
    leak`mysql -p ${'pscale_pw_' + fake(base64url, 43)}`,
  ],
  negatives: () => ['pscale_tkn_id'],
});
