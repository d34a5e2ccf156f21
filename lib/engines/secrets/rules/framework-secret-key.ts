import { entropyOf, looksLikePlaceholder } from '../text-randomness.ts';
import { isPlaceholderValue } from '../placeholder-values.ts';
import { patternRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

const longest = 128;
const alphabet = `${base64url}!@#%^&*(=+)`;

/** Such a key holds any printable character and ends with its opening quote. */
const upToQuote = ({ text }: { text: string }, start: number): { start: number; end: number } | undefined => {
  const end = text.slice(start, start + longest + 1).indexOf(text.charAt(start - 1));
  return end === -1 ? undefined : { start, end: start + end };
};

export const frameworkSecretKey = patternRule({
  id: 'framework-secret-key',
  title: 'Signing key of a web framework',
  keywords: [
    'secret_key',
    'auth_key',
    'logged_in_key',
    'nonce_key',
    'auth_salt',
    'logged_in_salt',
    'nonce_salt',
  ],
  anchor: 'behind-keyword',
  pattern: /["'\]]{0,3}[ \t]{0,16}(?:=|:|,|=>)[ \t]{0,16}[rbu]?["'](?<secret>[^"'\n]{1,2})/,
  refine: upToQuote,
  check: (secret) =>
    secret.length >= 32 &&
    /^[\x20-\x7e]{32,128}$/.test(secret) &&
    /[^\w\s.,:/-]/.test(secret) &&
    !/[a-z]{3} [a-z]{3}|\$\{|\{\{|%\(|\w\(["')]/.test(secret) &&
    entropyOf(secret) >= 4.2 &&
    !looksLikePlaceholder(secret) &&
    !isPlaceholderValue(secret),
  positives: () => [
    leak`SECRET_KEY = '${fake(alphabet, 50)}'`,
    leak`define('LOGGED_IN_KEY',    '${fake(alphabet, 64)}');`,
  ],
  negatives: () => [
    "SECRET_KEY = 'change-me-in-production-please-really!'",
    'SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY", default="")',
    "define('AUTH_KEY', 'put your unique phrase here');",
  ],
});
