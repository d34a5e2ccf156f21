import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { endsWithCrc32 } from '../checksum.ts';
import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const body = fake(base62, 30);

export const npmToken = tokenRule({
  id: 'npm-token',
  title: 'npm access token',
  keywords: ['npm_'],
  pattern: /npm_[A-Za-z0-9]{36}/,
  minEntropy: 0,
  check: (secret) => endsWithCrc32(secret, 'npm_'),
  positives: () => [
    leak`NPM_TOKEN=${`npm_${body}${crc32Base62(body)}`}`,
    leak`//registry.example.com/:_authToken=${`npm_${body}${crc32Base62(body)}`}`,
  ],
  negatives: () => [`NPM_TOKEN=npm_${fake(base62, 36)}`, 'npm_config_registry_and_all_the_other_x'],
});
