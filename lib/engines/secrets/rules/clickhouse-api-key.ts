import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const clickhouseApiKey = tokenRule({
  id: 'clickhouse-api-key',
  title: 'ClickHouse Cloud API secret key',
  keywords: ['4b1d'],
  pattern: /4b1d[A-Za-z0-9]{38}/,
  // Hashes may begin alike, but they have no capitals.
  check: (secret) => /[A-Z]/.test(secret) && /[g-z]/.test(secret),
  positives: () => [leak`CLICKHOUSE_API_SECRET=${'4b1d' + fake(base62, 38)}`],
  negatives: () => [`4b1d${fake(hex, 36)}`, `4b1d${fake(hex, 38)}`],
});
