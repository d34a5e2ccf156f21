import { tokenRule } from '../rule.ts';
import { digits, fake, leak, upper } from '../rule-example.ts';

export const octopusDeployApiKey = tokenRule({
  id: 'octopus-deploy-api-key',
  title: 'Octopus Deploy API key',
  keywords: ['api-'],
  pattern: /API-[A-Z0-9]{25,29}/,
  minEntropy: 3.2,
  check: (secret) => (secret.match(/\d/g)?.length ?? 0) >= 2,
  positives: () => [leak`OCTOPUS_API_KEY=${'API-' + fake(upper + digits, 27)}`],
  negatives: () => ['API-DOCUMENTATIONFORALLVERSIONS'],
});
