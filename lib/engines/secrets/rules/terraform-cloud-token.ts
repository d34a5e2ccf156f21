import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const terraformCloudToken = tokenRule({
  id: 'terraform-cloud-token',
  title: 'HCP Terraform token',
  keywords: ['.atlasv1.'],
  pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/,
  extendBack: { over: /[A-Za-z0-9]/, max: 14 },
  positives: () => [leak`token = "${`${fake(base62, 14)}.atlasv1.${fake(base64url, 67)}`}"`],
  negatives: () => ['xxxxxxxxxxxxxx.atlasv1.zzzzzzzzzzzzz'],
});
