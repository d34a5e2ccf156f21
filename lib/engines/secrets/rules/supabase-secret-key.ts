import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const supabaseSecretKey = tokenRule({
  id: 'supabase-secret-key',
  title: 'Supabase secret key or access token',
  keywords: ['sb_secret_', 'sbp_'],
  pattern: /sb_secret_[\w-]{31,44}|sbp_(?:v0_)?[a-f0-9]{40}/,
  positives: () => [
    leak`SUPABASE_SECRET_KEY=${`sb_secret_${fake(base62, 22)}_${fake(base62, 8)}`}`,
    leak`token ${'sbp_' + fake(hex, 40)}`,
  ],
  negatives: () => [`sb_publishable_${fake(base62, 22)}_${fake(base62, 8)}`, 'sbp_token'],
});
