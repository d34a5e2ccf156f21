import { tokenRule } from '../rule.ts';
import { base64url, fake, leak, lowerDigits } from '../rule-example.ts';

export const gitlabToken = tokenRule({
  id: 'gitlab-token',
  title: 'GitLab token',
  keywords: [
    'glpat-',
    'gldt-',
    'glrt-',
    'glrtr-',
    'glcbt-',
    'glptt-',
    'glft-',
    'glimt-',
    'glagent-',
    'gloas-',
    'glsoat-',
    'glffct-',
    'glwt-',
    'gr1348941',
  ],
  pattern:
    /gl(?:pat|dt|rtr?|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w-]{20,300}(?:\.[a-z0-9]{2}\.[a-z0-9]{9})?|glcbt-[A-Za-z0-9]{1,5}_[\w-]{20}|GR1348941[\w-]{20}/,
  positives: () => [
    leak`GITLAB_TOKEN=${'glpat-' + fake(base64url, 20)}`,
    leak`private_token: "${`glpat-${fake(base64url, 27)}.01.${fake(lowerDigits, 9)}`}"`,
    leak`CI_JOB_TOKEN=${`glcbt-64_${fake(base64url, 20)}`}`,
  ],
  negatives: () => [`glpat-${'x'.repeat(20)}`, 'glpat-your-token-goes-here1', 'glft-short'],
});
