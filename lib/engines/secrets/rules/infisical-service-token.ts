import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const infisicalServiceToken = tokenRule({
  id: 'infisical-service-token',
  title: 'Infisical service token',
  keywords: ['st.'],
  pattern: /st\.[a-f0-9-]{24,36}\.[a-f0-9]{32}\.[a-f0-9]{32}/,
  positives: () => [leak`INFISICAL=${`st.${fake(hex, 24)}.${fake(hex, 32)}.${fake(hex, 32, 2)}`}`],
  negatives: () => ['st.session_state.value'],
});
