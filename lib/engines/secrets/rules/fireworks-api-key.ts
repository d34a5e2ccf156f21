import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const fireworksApiKey = tokenRule({
  id: 'fireworks-api-key',
  title: 'Fireworks AI API key',
  keywords: ['fw_'],
  pattern: /fw_[A-Za-z0-9]{24}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`FIREWORKS_API_KEY=${'fw_' + fake(base62, 24)}`],
  negatives: () => ['fw_upload_firmware_image_to_x', 'fw_abcdefghijklmnopqrstuvwx'],
});
