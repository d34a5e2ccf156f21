import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const alibabaSecretKey = namedValueRule({
  id: 'alibaba-secret-key',
  title: 'Alibaba Cloud access key secret',
  names: ['alibaba', 'aliyun', 'alicloud', 'oss_access_key', 'accesskeysecret'],
  value: /[A-Za-z0-9]{30}/,
  minEntropy: 3.5,
  // The bare name `accessKeySecret` is the issuer's own spelling.
  check: (_, { text, start, groups }) =>
    /secret/i.test(groups['tail'] ?? '') ||
    /accessKeySecret/i.test(text.slice(Math.max(0, start - 40), start)),
  positives: () => [
    leak`ALIBABA_CLOUD_ACCESS_KEY_SECRET=${fake(base62, 30)}`,
    leak`accessKeySecret: "${fake(base62, 30, 2)}"`,
  ],
  negatives: () => [`aliyun_request_id = '${fake(base62, 30)}'`],
});
