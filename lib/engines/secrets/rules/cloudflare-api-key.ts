import { namedValueRule } from '../rule.ts';
import { base64url, fake, hex, leak, lower } from '../rule-example.ts';

export const cloudflareApiKey = namedValueRule({
  id: 'cloudflare-api-key',
  title: 'Cloudflare API token or key',
  names: ['cloudflare', 'cf_api', 'cf_token', 'x-auth-key'],
  value: /(?:[A-Za-z0-9_-]{40}|[a-f0-9]{37})/,
  // Forty hex digits are a commit hash, not a token.
  check: (secret, { text, start, groups }) =>
    !/^[a-f0-9]{40}$/.test(secret) &&
    /\d/.test(secret) &&
    (/key|token|secret/i.test(groups['tail'] ?? '') ||
      /(?:auth-key|token)\W{1,8}$/i.test(text.slice(Math.max(0, start - 24), start))),
  minEntropy: 3.2,
  positives: () => [leak`CLOUDFLARE_API_TOKEN=${fake(base64url, 40)}`, leak`X-Auth-Key: ${fake(hex, 37)}`],
  negatives: () => [
    `cloudflare_worker_name = ${fake(lower, 40)}`,
    `cloudflare_commit_key = ${fake(hex, 40)}`,
  ],
});
