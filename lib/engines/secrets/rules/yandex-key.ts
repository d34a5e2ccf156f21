import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const yandexKey = tokenRule({
  id: 'yandex-key',
  title: 'Yandex Cloud key or token',
  keywords: ['aqvn', 'y0_', 't1.'],
  pattern: /AQVN[\w-]{35,38}|y0_[\w-]{50,64}|t1\.[A-Za-z0-9_-]{80,260}\.[\w-]{86}/,
  minEntropy: 3.5,
  positives: () => [
    leak`YC_API_KEY=${'AQVN' + fake(base64url, 36)}`,
    leak`IAM_TOKEN=${`t1.${fake(base64url, 160)}.${fake(base64url, 86)}`}`,
    leak`YANDEX_TOKEN=${'y0_' + fake(base64url, 55)}`,
  ],
  negatives: () => ['y0_offset', 't1.value'],
});
