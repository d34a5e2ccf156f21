import { assignmentPattern, isCompleteValue, nameBefore, withoutTrailingPunctuation } from '../assignment.ts';
import { isReference, looksRandom } from '../likely-secret.ts';
import { isMixed, wordShare } from '../text-randomness.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, fakeUuid, hex, leak, lowerDigits } from '../rule-example.ts';

/** Names of keys that are not secrets: of tables, caches, lists, files and forms, and public keys. */
const otherKeys =
  /(?:public|pub|publishable|primary|foreign|partition|sort|range|row|column|cache|hash|map|dict|object|item|entry|record|bucket|s3|blob|upload|image|file|media|asset|idempotency|translation|i18n|locale|lang|message|label|lookup|group|unique|natural|composite|index|search|sort|routing|route|router|query|shortcut|hot|site|recaptcha|captcha|host|known|registry|config|setting|event|feature|flag|parent|child|ref|react|list|tree|node|state|store|storage|data|json|yaml|xml|field|prop|property|attr|attribute|option|param|meta|tag|menu|tab|view|page|chunk|module|package|bundle|dependency|integrity|build|commit|version|content|document|doc|article|post|sheet|table|db|redis|memo|context|vapid|maps|firebase|analytics|tracking|write|client)[_.-]?$/i;

const isKeyLike = (value: string, named: boolean): boolean => {
  if (value.length < 20 || !looksRandom(value) || wordShare(value) > 0.5) return false;
  if (/^[\da-f-]+$/i.test(value)) return named && /^[\da-f]{32,128}$/i.test(value);
  return isMixed(value) || (named && value.length >= 32 && /^[a-z\d]+$/.test(value));
};

export const genericKey = patternRule({
  id: 'generic-key',
  title: 'Key assigned by name',
  kind: 'generic',
  keywords: ['key'],
  anchor: 'behind-keyword',
  boundary: 'name',
  pattern: assignmentPattern,
  refine: withoutTrailingPunctuation,
  check: (secret, found) => {
    const name = nameBefore(found);
    return (
      /^[_-]?\d{0,2}$/.test(found.groups['tail'] ?? '') &&
      isKeyLike(secret, name !== '') &&
      !otherKeys.test(name) &&
      isCompleteValue(found) &&
      !isReference(secret)
    );
  },
  positives: () => [
    leak`stockfeed_key: "${fake(base62, 32)}"`,
    leak`key = ${fake(base62, 40)}`,
    leak`WEATHER_KEY=${fake(hex, 32)}`,
    leak`const ledgerKey = '${fake(lowerDigits, 40)}';`,
  ],
  negatives: () => [
    `cache_key: "${fake(base62, 32)}"`,
    `"key": "${fake(hex, 32)}"`,
    `key: ${fakeUuid()}`,
    `primaryKey = "${fake(base62, 24)}"`,
    "key: 'settings.profile.avatarUpload2'",
    `monkey = "${fake(base62, 32)}"`,
  ],
});
