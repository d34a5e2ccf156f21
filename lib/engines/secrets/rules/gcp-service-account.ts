import { hasKeyMaterial, keyBlock } from '../key-block.ts';
import { patternRule } from '../rule.ts';
import { base64, fake, fakeUuid, leak } from '../rule-example.ts';

const nearby = 4000;

export const gcpServiceAccount = patternRule({
  id: 'gcp-service-account',
  title: 'Google Cloud service account key',
  severity: 'critical',
  kind: 'provider',
  keywords: ['private_key'],
  anchor: 'behind-keyword',
  pattern: /\\?"[ \t]{0,4}:[ \t]{0,4}\\?"(?<secret>-----BEGIN (?:RSA )?PRIVATE KEY-----)/,
  refine: keyBlock,
  check: (secret, { text, start, end }) =>
    hasKeyMaterial(secret) &&
    /gserviceaccount\.com|service_account/.test(text.slice(Math.max(0, start - nearby), end + nearby)),
  positives: () => [
    leak`{"private_key": "${`-----BEGIN ${'PRIVATE'} KEY-----\\n${fake(base64, 64)}\\n${fake(base64, 64, 2)}\\n-----END ${'PRIVATE'} KEY-----`}\\n",
  "client_email": "a1@b2.iam.gserviceaccount.com", "type": "service_account", "private_key_id": "${fakeUuid()}"}`,
  ],
  negatives: () => [
    '{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----\\n"}',
    '{"type": "service_account", "private_key": "$PRIVATE_KEY"}',
  ],
});
