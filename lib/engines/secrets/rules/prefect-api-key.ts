import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const prefectApiKey = tokenRule({
  id: 'prefect-api-key',
  title: 'Prefect API key',
  keywords: ['pnu_', 'pnb_'],
  pattern: /pn[ub]_[A-Za-z0-9]{36}/,
  positives: () => [leak`PREFECT_API_KEY=${'pnu_' + fake(lowerDigits, 36)}`],
  negatives: () => ['pnu_key'],
});
