import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const denoDeployToken = tokenRule({
  id: 'deno-deploy-token',
  title: 'Deno Deploy token',
  keywords: ['ddp_'],
  pattern: /ddp_[A-Za-z0-9]{36}/,
  positives: () => [leak`DENO_DEPLOY_TOKEN=${'ddp_' + fake(base62, 36)}`],
  negatives: () => ['ddp_wrapped_model'],
});
