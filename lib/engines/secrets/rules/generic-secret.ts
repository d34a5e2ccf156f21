import {
  assignmentPattern,
  isCompleteValue,
  namesSecret,
  withoutTrailingPunctuation,
} from '../assignment.ts';
import { isReference, looksRandom } from '../likely-secret.ts';
import { patternRule } from '../rule.ts';
import { base62, base64, fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const genericSecret = patternRule({
  id: 'generic-secret',
  title: 'Secret assigned by name',
  kind: 'generic',
  keywords: [
    'secret',
    'token',
    'api_key',
    'apikey',
    'api-key',
    'access_key',
    'accesskey',
    'auth_key',
    'authkey',
    'private_key',
    'privatekey',
    'encryption_key',
    'encryptionkey',
    'signing_key',
    'signingkey',
    'master_key',
    'masterkey',
    'account_key',
    'credential',
    'creds',
  ],
  anchor: 'behind-keyword',
  pattern: assignmentPattern,
  refine: withoutTrailingPunctuation,
  check: (secret, found) =>
    looksRandom(secret) && isCompleteValue(found) && namesSecret(found) && !isReference(secret),
  positives: () => [
    leak`const apiKey = '${fake(base62, 32)}';`,
    leak`client_secret: "${fake(base64, 44)}"`,
    leak`ENV.fetch("SECRET_KEY_BASE", "${fake(hex, 128)}")`,
    leak`private static final String AUTH_TOKEN = "${fake(hex, 40)}";`,
    leak`<add key="x" accessKey="${fake(base62, 40)}" />`,
  ],
  negatives: () => [
    "const apiKey = 'your-api-key-goes-here-1234';",
    'const apiKey = process.env.API_KEY_V2_PRODUCTION1;',
    'secret: "${VAULT_SECRET_V2_PRODUCTION}"',
    `const secretName = '${fake(base62, 32)}';`,
    `nextPageToken: "${fake(base62, 32)}"`,
    `"ClientRequestToken": "${fakeUuid()}"`,
    `tokenId = "${fakeUuid()}"`,
    `assertTokenize("${fakeUuid()}")`,
    'SEALED_SECRET=use_the_k8s_secret_of_this_environment',
    `equal(hash("secret"), "${fake(hex, 40)}")`,
    "const token = 'my-service-production-token-v2';",
    'const secret = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app-a1B2c3";',
    `const tokens = "${'0123456789abcdef'.repeat(2)}"`,
  ],
});
