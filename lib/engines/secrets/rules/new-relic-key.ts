import { tokenRule } from '../rule.ts';
import { base64url, digits, fake, hex, leak, upper } from '../rule-example.ts';

export const newRelicKey = tokenRule({
  id: 'new-relic-key',
  title: 'New Relic user or ingest key',
  keywords: ['nrak-', 'nrii-', 'nrra-', 'nrsp-'],
  pattern: /NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}|NRRA-[a-f0-9]{42}|NRSP-[a-z]{2}\d{2}[A-F0-9]{31}/,
  positives: () => [
    leak`NEW_RELIC_API_KEY=${'NRAK-' + fake(upper + digits, 27)}`,
    leak`rest: ${'NRRA-' + fake(hex, 42)}`,
    leak`pixie: ${`NRSP-us01${fake(hex.toUpperCase(), 31)}`}`,
    leak`insert: "${'NRII-' + fake(base64url, 32)}"`,
  ],
  negatives: () => [`NRJS-${fake(hex, 19)}`, 'NRAK-short'],
});
