import { tokenRule } from '../rule.ts';
import { fake, leak, lower, upper } from '../rule-example.ts';

export const huggingFaceToken = tokenRule({
  id: 'hugging-face-token',
  title: 'Hugging Face token',
  keywords: ['hf_', 'api_org_'],
  pattern: /(?:hf|api_org)_[A-Za-z0-9]{34}/,
  // Identifiers use one case, and camelCase has few capitals.
  check: (secret) => (secret.slice(8).match(/[A-Z]/g)?.length ?? 0) >= 6 && /[a-z]/.test(secret.slice(8)),
  positives: () => [
    leak`HF_TOKEN=${'hf_' + fake(lower + upper, 34)}`,
    leak`token="${'api_org_' + fake(lower + upper, 34)}"`,
  ],
  negatives: () => ['hf_hub_download_with_resume_and_cache', `hf_${'a'.repeat(34)}`],
});
